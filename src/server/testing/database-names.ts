/** The names of the test server's databases. */

export const TEMPLATE = 'haulbook_template'

/** The address of another database of the same server. */
export function urlOfDatabase(server: string, name: string): string {
  return server.replace(/\/[^/]*$/, `/${name}`)
}

/** The app's role on the test server. It owns nothing. */
export const TEST_APP_ROLE = 'haulbook_app'

/** The address of the same database for the app's role. */
export function byAppRole(address: string): string {
  const url = new URL(address)
  url.username = TEST_APP_ROLE
  url.password = TEST_APP_ROLE
  return url.href
}
