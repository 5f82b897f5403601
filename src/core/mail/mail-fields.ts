/** What a person fills in before an email is sent, in forms and requests (SPEC C183). */
import { z } from 'zod'
import { wide, withHelp } from '#core/fields/help.ts'
import { notes, optionalText, text } from '#core/fields/text.ts'
import { addressesSchema } from './addresses.ts'

export const mailFields = {
  to: wide(withHelp(text('To'), 'Separate several addresses with commas')),
  cc: wide(optionalText('Cc')),
  subject: wide(text('Subject')),
  text: withHelp(notes('Text'), 'Your signature follows'),
}

/** The same fields in a request. The output has lists of addresses. */
export const mailShape = {
  to: addressesSchema('required'),
  cc: z
    .string()
    .nullish()
    .transform((typed) => typed ?? '')
    .pipe(addressesSchema('optional')),
  subject: mailFields.subject.schema,
  text: mailFields.text.schema.default(null),
}
