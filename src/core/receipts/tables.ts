/** The tables of money received. */
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { receiptListFields } from './receipts.ts'
import { flag, optionalChoice } from '#core/fields/choices.ts'
import { money } from '#core/fields/amounts.ts'
import { choice, day, optionalDay, reference } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { BEARERS, DIFFERENCE_KINDS, RECEIPT_METHODS } from './kinds.ts'

const amount = money('Amount')
const endedOn = optionalDay('Ended On')
const endedReason = optionalText('Reason Ended')

const partListFields = {
  amount,
  appliedOn: day('Applied On'),
  wasUnapplied: flag('From Unapplied Money', { yes: 'Yes', no: 'No' }),
  ended: optionalChoice('Ended', [
    { value: 'reversed', label: 'Reversed' },
    { value: 'taken-off', label: 'Unapplied' },
  ]),
  endedOn,
}

const differenceListFields = {
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

const refundListFields = {
  day: day('Day'),
  amount,
  method: choice('Method', RECEIPT_METHODS, { formDefault: 'check' }),
  reference: optionalText('Check # or Reference'),
  reason: text('Reason'),
  endedOn,
  endedReason,
}

const RECEIPT_ID = textColumn('receiptId', 'Receipt ID')
const INVOICE_ID = textColumn('invoiceId', 'Invoice ID')
const STORED_RECEIPT_ID = { receiptId: 'Money Received (ID)' }

export const receiptTables = {
  receipts: {
    singular: 'Money received',
    words: { one: 'payment received', many: 'payments received' },
    keepsLinked: true,
    seenBy: 'invoices',
    fields: receiptListFields,
    stored: { applied: 'Applied' },
    csv: {
      file: 'receipts',
      columns: [
        ...csvColumns(receiptListFields),
        { name: 'applied', title: 'Applied', control: 'money' },
        textColumn('id', 'Receipt ID'),
      ],
    },
  },
  receipt_parts: {
    singular: 'Part of money received',
    seenBy: 'invoices',
    isPart: true,
    fields: partListFields,
    stored: { ...STORED_RECEIPT_ID, invoiceId: 'Invoice ID' },
    csv: {
      file: 'receipt-parts',
      columns: [textColumn('id', 'Part ID'), RECEIPT_ID, INVOICE_ID, ...csvColumns(partListFields)],
    },
  },
  receipt_differences: {
    singular: 'Difference',
    seenBy: 'invoices',
    isPart: true,
    labelField: 'kind',
    fields: differenceListFields,
    stored: {
      ...STORED_RECEIPT_ID,
      invoiceId: 'Invoice ID',
      partId: 'Part ID',
      chargeId: 'Charge ID',
      creditNoteId: 'Credit Note ID',
    },
    csv: {
      file: 'receipt-differences',
      columns: [
        textColumn('id', 'Difference ID'),
        RECEIPT_ID,
        INVOICE_ID,
        ...csvColumns(differenceListFields),
        textColumn('partId', 'Part ID'),
        textColumn('chargeId', 'Charge ID'),
        textColumn('creditNoteId', 'Credit Note ID'),
      ],
    },
  },
  receipt_refunds: {
    singular: 'Refund to a broker',
    seenBy: 'invoices',
    isPart: true,
    fields: refundListFields,
    stored: STORED_RECEIPT_ID,
    csv: { file: 'receipt-refunds', columns: [RECEIPT_ID, ...csvColumns(refundListFields)] },
  },
} as const satisfies Tables
