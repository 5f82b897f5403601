/** The stored rows behind a receipt, for the audit log and the account's CSV files. */
import { flag, optionalChoice } from '#core/fields/choices.ts'
import { money } from '#core/fields/amounts.ts'
import { choice, day, optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { BEARERS, DIFFERENCE_KINDS, RECEIPT_METHODS } from './kinds.ts'

const amount = money('Amount')
const endedOn = optionalDay('Ended On')
const endedReason = optionalText('Reason Ended')

export const partListFields = {
  amount,
  appliedOn: day('Applied On'),
  wasUnapplied: flag('From Unapplied Money', { yes: 'Yes', no: 'No' }),
  ended: optionalChoice('Ended', [
    { value: 'reversed', label: 'Reversed' },
    { value: 'taken-off', label: 'Unapplied' },
  ]),
  endedOn,
}

export const differenceListFields = {
  kind: choice('Kind', DIFFERENCE_KINDS, { formDefault: 'quick-pay' }),
  amount,
  reason: optionalText('Reason'),
  day: day('Day'),
  bears: optionalChoice('Absorbed By', BEARERS),
  ownerAmount: money('Owner’s Share'),
  loadId: reference('Load', 'loads', 'None'),
  ended: optionalChoice('Ended', [
    { value: 'reversed', label: 'Reversed' },
    { value: 'undone', label: 'Undone' },
    { value: 'settled', label: 'Settled' },
  ]),
  endedOn,
  endedReason,
}

export const refundListFields = {
  day: day('Day'),
  amount,
  method: choice('Method', RECEIPT_METHODS, { formDefault: 'check' }),
  reference: optionalText('Check # or Reference'),
  reason: text('Reason'),
  endedOn,
  endedReason,
}
