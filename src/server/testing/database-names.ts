/** The names of the test server's databases. */

export const TEMPLATE = 'haulbook_template'

/** The address of another database of the same server. */
export function databaseNamed(server: string, name: string): string {
  return server.replace(/\/[^/]*$/, `/${name}`)
}
