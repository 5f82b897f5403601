/** The forms that send an invoice or mark an invoice as not sent. */
import { choice, day } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { mailFields } from '#core/mail/mail-fields.ts'
import { CHANNELS } from './packets.ts'

const WITHOUT_MAIL = CHANNELS.filter(({ value }) => value !== 'mail')

export const sendingFormFields = {
  channel: choice('Sent By', WITHOUT_MAIL, { formDefault: 'portal' }),
  sentOn: day('Sent On'),
  note: withHelp(optionalText('Note'), 'For example, the portal’s confirmation number'),
}

/** A download has no choice of channel. */
export const downloadFormFields = {
  sentOn: day('Sent On'),
  note: withHelp(optionalText('Note'), 'Where you send it'),
}

export const mailFormFields = {
  ...mailFields,
  sentOn: day('Sent On'),
}

export const undoFormFields = {
  undoneOn: day('Date'),
  reason: withHelp(text('Reason'), 'For example: the email bounced'),
}
