/** The tables of payments to payees. */
import { entities } from '#core/entities/entities.ts'
import { textColumn, type Tables } from '#core/entities/table.ts'
import { csvColumns } from '#core/transfer/csv.ts'
import { closingFields, partFields, paymentListFields } from './payments.ts'

export const paymentTables = {
  payouts: {
    singular: 'Payment',
    seenBy: 'settlements',
    fields: { ...paymentListFields, truckId: entities.loads.fields.truckId },
    stored: {
      payee: 'Payee ID',
      ruleId: 'Balance ID',
      replaces: 'Replaces Payment (ID)',
      applied: 'Applied',
      closed: 'Repaid or Written Off',
    },
    csv: {
      file: 'payments',
      columns: [
        ...csvColumns(paymentListFields),
        { name: 'applied', title: 'Applied', control: 'money' },
        { name: 'closed', title: 'Repaid or Written Off', control: 'money' },
        textColumn('payee', 'Payee Key'),
        textColumn('truckId', 'Truck ID'),
        textColumn('ruleId', 'Rule ID'),
        textColumn('replaces', 'Replaces Payment ID'),
        textColumn('id', 'Payment ID'),
      ],
    },
  },
  payout_parts: {
    singular: 'Part of a payment',
    seenBy: 'settlements',
    isPart: true,
    fields: partFields,
    stored: {
      wasUnapplied: 'From Unapplied Payment',
      ended: 'No Longer Applied',
      endedAt: 'Applied Until',
      appliedOn: 'Applied On',
    },
    csv: {
      file: 'payment-parts',
      columns: [
        textColumn('payoutId', 'Payment ID'),
        textColumn('billingId', 'Settlement ID'),
        { name: 'amount', title: 'Amount', control: 'money' },
        textColumn('wasUnapplied', 'Was Unapplied'),
        { name: 'appliedOn', title: 'Applied On', control: 'day' },
        textColumn('ended', 'Ended'),
        textColumn('endedAt', 'Ended At'),
      ],
    },
  },
  payout_closings: {
    singular: 'Repayment or write-off',
    seenBy: 'settlements',
    isPart: true,
    fields: closingFields,
    stored: { payoutId: 'Payment ID' },
    csv: {
      file: 'payment-closings',
      columns: [textColumn('payoutId', 'Payment ID'), ...csvColumns(closingFields)],
    },
  },
} as const satisfies Tables
