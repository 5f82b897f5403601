import { choice } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { seenBy } from '#core/fields/seen-by.ts'

const CHOICES = [
  { value: 'no', label: 'No' },
  { value: 'en', label: 'Yes, in English', aliases: ['yes', 'english'] },
  { value: 'es', label: 'Yes, in Spanish', aliases: ['spanish'] },
] as const

export type StatementEmail = (typeof CHOICES)[number]['value']

/** Whether the settlement run emails the payee's statements, and in which language (SPEC C190). */
export const STATEMENT_EMAIL = seenBy(
  'settlements',
  withHelp(
    choice('Statements by Email', CHOICES, { formDefault: 'no', defaultValue: 'no' }),
    'Sent from the settlement run, to the email above',
  ),
)
