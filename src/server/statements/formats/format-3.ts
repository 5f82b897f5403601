import type { Captions } from './captions.ts'
import { format2 } from './format-2.ts'

/**
 * The third printed format, in the order an owner reads: earnings, reimbursements, deductions, adjustments, net,
 * payments. It never changes.
 */
export const format3: Captions = {
  ...format2,
  summary: { revenue: 'Gross pay', deductions: 'Less deductions', net: 'Net payment' },
  yearFigures: {
    revenue: { label: 'Gross pay' },
    deductions: { label: 'Deductions' },
    net: { label: 'Net' },
  },
  sections: {
    earnings: 'Earnings',
    extraPay: { type: 'Extra pay', total: 'Total extra pay' },
    extraPayTypes: {
      detention: 'Detention',
      layover: 'Layover',
      bonus: 'Bonus',
      other: 'Other',
    },
    grossPay: 'Gross pay',
    reimbursements: { category: 'Reimbursements', total: 'Total reimbursements' },
    adjustments: { statement: 'Adjustments', total: 'Total adjustments to prior statements' },
    adjusted: (number) => `Statement ${number}`,
    date: 'Date',
    description: 'Description',
    amount: 'Amount',
    missingReason: 'Reason missing',
    summary: {
      reimbursements: 'Reimbursements',
      adjustments: 'Adjustments to prior statements',
    },
    alreadyPaid: ({ method, reference, day }) =>
      `Already paid by ${[method.toLowerCase() === 'check' ? 'check' : method, reference]
        .filter(Boolean)
        .join(' ')} (${day})`,
    payments: {
      date: 'Payments',
      method: 'Method',
      number: 'Number',
      amount: 'Amount',
      open: 'Open amount',
    },
    noMethod: 'payment',
    entries: {
      repayment: 'repayment',
      'write-off': 'write-off',
      interest: 'interest',
      'transfer-out': 'transfer to another balance',
      'transfer-in': 'transfer from another balance',
    },
    entry: ({ kind, amount, day, isUndo }) =>
      `; opening includes ${kind}${isUndo ? ' undone' : ''} ${amount} (${day})`,
    yearNote: 'Loads by delivery date, extra pay and deductions by settlement date',
  },
}
