/** The forms' schemas, loaded at the first check so that the page can be shown before they arrive. */

export async function loginSchema() {
  return (await import('#core/accounts/accounts.ts')).loginSchema
}

export async function signupSchema() {
  return (await import('#core/accounts/accounts.ts')).signupSchema
}

export async function forgottenSchema() {
  return (await import('#core/accounts/password-reset.ts')).forgottenSchema
}

export async function newPasswordSchema() {
  return (await import('#core/accounts/password-reset.ts')).newPasswordSchema
}

export async function secondStepSchema() {
  return (await import('#core/accounts/two-step.ts')).secondStepSchema
}
