/** The path in lower case without a trailing slash, as routes compare it (SPEC A2). */
export function normalizePath(pathname: string): string {
  return pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
}
