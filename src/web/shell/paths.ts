/** A path as routes are compared: any case, a trailing slash or none (SPEC A2). */
export function normalizePath(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
}
