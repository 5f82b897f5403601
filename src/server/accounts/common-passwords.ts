/** The passwords that guessers try first (SPEC S03). */
import { badField } from '#server/errors.ts'

let reading: Promise<Set<string>> | undefined

/** Throws 400 at `field` for one of the commonest passwords, in any case, or for the email itself. */
export async function rejectCommonPassword(
  field: string,
  password: string,
  email: string,
): Promise<void> {
  const lower = password.toLowerCase()
  reading ??= readCommonPasswords()
  if ((await reading).has(lower))
    throw badField(field, 'This password is one of the commonest. Please choose another one')
  if (lower === email) throw badField(field, 'The password may not be the email address')
}

/** Not before somebody chooses a password: 30,000 of them take room in memory. */
async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}
