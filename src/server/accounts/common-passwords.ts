/** Rejects the most common passwords (SPEC S03). */
import { badField } from '#server/errors.ts'

let reading: Promise<Set<string>> | undefined

/** Throws 400 at `field` for a common password, ignoring case, and for the email address. */
export async function rejectCommonPassword(
  field: string,
  password: string,
  email: string,
): Promise<void> {
  const lower = password.toLowerCase()
  reading ??= readCommonPasswords()
  if ((await reading).has(lower)) throw badField(field, 'Too common. Choose a stronger password.')
  if (lower === email) throw badField(field, "Your password can't be your email address")
}

/** Loaded when first needed: 30,000 passwords take memory. */
async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}
