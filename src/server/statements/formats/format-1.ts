import { formatMonth } from '#core/calendar.ts'
import type { Captions } from './captions.ts'

/** Printed format 1. It never changes: another wording or layout is another format (SPEC C3). */
export const format1: Captions = {
  title: 'Independent contractor settlement',
  marks: { draft: 'DRAFT', void: 'VOID' },
  draft: 'Draft',
  statement: (number) => `Statement ${number}`,
  documentName: (statement, truck, date) => `${statement}: Truck ${truck}, settlement date ${date}`,
  footer: (statement, date) => `${statement}, settlement date ${date}`,
  page: (page, count) => `Page ${page} of ${count}`,
  unknownCharacter: (replacement) => `${replacement} replaces a character this font can't print.`,

  facts: {
    statement: 'Statement',
    settlementDate: 'Settlement date',
    period: 'Period',
    week: 'Week',
    loads: 'Loads',
  },
  week: ({ weekNumber, settlementDate }) => `${weekNumber}, ${formatMonth(settlementDate)}`,
  paymentMethods: {
    check: 'Check',
    ach: 'ACH',
    wire: 'Wire',
    direct_deposit: 'Direct Deposit',
    cash: 'Cash',
  },

  payTo: 'Pay to',
  noPayee: 'Payee not assigned',
  taxId: (ending) => `Tax ID ending in ${ending}`,
  equipment: 'Equipment',
  truck: (number) => `Truck ${number}`,
  vin: (vin) => `VIN ${vin}`,
  drivers: (names) => `${names.length === 1 ? 'Driver' : 'Drivers'}: ${names.join(', ')}`,

  noLoads: 'No loads',
  weight: (pounds) => `${pounds} lb`,
  charges: {
    kinds: {
      'line-haul': 'Line haul',
      'fuel-surcharge': 'Fuel surcharge',
      detention: 'Detention',
      layover: 'Layover',
      tonu: 'Truck ordered, not used',
      'stop-off': 'Stop-off',
      lumper: 'Lumper',
      other: 'Other',
    },
    share: (percent, amount) => `${percent}% of ${amount}`,
  },
  totalRevenue: 'Total revenue',
  currentLoadTotal: 'Load total (current)',
  loadChanges: 'Changes since this settlement was saved',

  deductions: {
    category: 'Deductions',
    date: 'Date',
    description: 'Description',
    amount: 'Amount',
    total: 'Total',
  },
  noDeductions: 'No deductions',
  categories: {
    fuel: 'Fuel',
    truckPayment: 'Truck Payment',
    trailerRental: 'Trailer Rental',
    insurance: 'Insurance',
    maintenance: 'Maintenance',
    tires: 'Tires',
    permits: 'Permits',
    tolls: 'Tolls',
    parking: 'Parking',
    factoring: 'Factoring',
    other: 'Other',
  },
  computation: (quantity, rate) => `${quantity} × ${rate}`,
  continued: (category) => `${category} (continued)`,
  categoryTotal: (category) => `Total ${category}`,
  totalDeductions: 'Total deductions',

  summary: { revenue: 'Gross pay', deductions: 'Less deductions', net: 'Net payment' },
  balances: {
    title: 'Balances',
    opening: 'Opening',
    change: 'This statement',
    closing: 'Closing',
  },
  balance: ({ description, kind, total, formerTotal }) => {
    const totals = formerTotal ? `${total} (was ${formerTotal})` : total
    if (kind === 'escrow') return `${description}: escrow held, target ${totals}`
    return `${description}: ${kind} of ${totals}, balance owed`
  },
  yearToDate: (year) => `Year to date ${year}`,
  yearNote:
    'Statements of this payee up to this one. Adjustments are part of gross pay, reimbursements reduce deductions.',
  yearFigures: { revenue: 'Gross pay', deductions: 'Deductions', net: 'Net' },
  notes: 'Notes',
  voidReason: (reason) => `Void: ${reason}`,

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
  },
  checks: {
    inPercentages: 'percentages count it',
    minimumNet: (net) => `minimum net ${net}`,
    netIs: (grossPay, steps) => `net is ${[`${grossPay} gross pay`, ...steps].join(', ')}`,
    netParts: {
      reimbursements: 'reimbursements',
      adjustments: 'adjustments',
      withholding: 'backup withholding',
      deductions: 'deductions without a minimum net',
    },
    plus: (amount, name) => `plus ${amount} ${name}`,
    less: (amount, name) => `less ${amount} ${name}`,
    leftForLater: (amount) => `${amount} not deducted yet`,
    notDeducted: (description) => `Not deducted yet: ${description}`,
  },
}
