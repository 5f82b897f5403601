import type { Captions } from './captions.ts'

/** The first printed format. It never changes. */
export const format1: Captions = {
  title: 'Independent contractor settlement',
  marks: { draft: 'DRAFT', void: 'VOID' },
  draft: 'Draft',
  statement: (number) => `Statement ${number}`,
  documentName: (statement, truck, date) => `${statement}: Truck ${truck}, settlement of ${date}`,
  footer: (statement, date) => `${statement}, settlement of ${date}`,
  page: (page, count) => `Page ${page} of ${count}`,
  unknownCharacter: (replacement) =>
    `${replacement} stands for a letter that this print does not have.`,

  facts: {
    statement: 'Statement',
    settlementDate: 'Settlement date',
    period: 'Period',
    week: 'Week',
    loads: 'Loads',
  },
  week: ({ weekNumber, weekYear, settlementDate }) =>
    `${weekNumber} of ${Number(settlementDate.slice(5, 7))}/${weekYear}`,
  payment: { date: 'Paid', method: 'Paid by', checkNumber: 'Check #', reference: 'Reference' },
  paymentMethods: {
    check: 'Check',
    ach: 'ACH',
    wire: 'Wire',
    direct_deposit: 'Direct Deposit',
    cash: 'Cash',
  },

  payTo: 'Pay to',
  noPayee: 'No owner or driver is assigned to this truck',
  taxId: (ending) => `Tax ID ending in ${ending}`,
  equipment: 'Equipment',
  truck: (number) => `Truck ${number}`,
  vin: (vin) => `VIN ${vin}`,
  drivers: (names) => `${names.length === 1 ? 'Driver' : 'Drivers'}: ${names.join(', ')}`,

  loads: {
    number: 'Load #',
    lane: 'Origin → destination',
    pickup: 'Pickup',
    delivery: 'Delivery',
    miles: 'Miles',
    revenue: 'Revenue',
  },
  noLoads: 'No loads',
  weight: (pounds) => `${pounds} lb`,
  totalRevenue: 'Total revenue',
  currentLoadTotal: 'Sum of the loads above as they are today',
  loadChanges: 'Changes to loads since this settlement was saved',

  deductions: {
    category: 'Deductions',
    date: 'Date',
    description: 'What for, and how computed',
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
  continued: (category) => `${category}, continued`,
  categoryTotal: (category) => `Total ${category}`,
  totalDeductions: 'Total deductions',

  summary: { revenue: 'Revenue', deductions: 'Less deductions', net: 'Net payment' },
  balances: {
    title: 'Balances',
    opening: 'Before',
    change: 'This statement',
    closing: 'After',
  },
  balance: ({ description, kind, total, formerTotal }) => {
    const totals = formerTotal ? `${total}, before ${formerTotal}` : total
    return `${description} (${kind} of ${totals}): ${kind === 'escrow' ? 'held' : 'owed'}`
  },
  yearToDate: (year) => `Year to date ${year}`,
  yearFigures: {
    revenue: { label: 'Revenue', note: 'by delivery date' },
    deductions: { label: 'Deductions', note: 'by settlement date' },
    net: { label: 'Net', note: 'revenue less deductions' },
  },
  notes: 'Notes',
  voidReason: (reason) => `Void: ${reason}`,
}
