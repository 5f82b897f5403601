/** The passwords that guessers try first (SPEC S03). */
import { dictionary } from '@zxcvbn-ts/language-common'
import { badField } from '#server/errors.ts'

const COMMON = new Set(dictionary['passwords-common'].map(String))

/** Throws 400 at `field` for one of the commonest passwords, in any case, or for the email itself. */
export function refuseCommon(field: string, password: string, email: string): void {
  const lower = password.toLowerCase()
  if (COMMON.has(lower))
    throw badField(field, 'This password is one of the commonest. Please choose another one')
  if (lower === email) throw badField(field, 'The password may not be the email address')
}
