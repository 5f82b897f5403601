/** What the forms are checked by, and when it is loaded: with the first check. */

export async function loginSchema() {
  return (await import('#core/accounts/accounts.ts')).loginSchema
}

export async function signupSchema() {
  return (await import('#core/accounts/accounts.ts')).signupSchema
}
