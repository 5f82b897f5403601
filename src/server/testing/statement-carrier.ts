/** A carrier's usual week, for tests of statements. */
import { toAmount, toCents } from '#core/money.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import type { Line } from '#core/settlements/lines.ts'
import { sumByCategory } from '#core/settlements/category-amounts.ts'
import { netPayment, totalExpenses, type SettlementLoad } from '#core/settlements/settlement.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'
import { COMPANY } from './samples.ts'
import { company, makeData, makeLine, makeLoad } from './statement-samples.ts'

export const BALANCE = {
  ownerId: null,
  payee: null,
  payeeKey: 'truck:1',
  ruleId: 1,
  description: 'Escrow',
  basis: 'fixed',
  value: '100.00',
  balance: 'escrow',
  total: '2500.00',
} as const
const APPROVED = { status: 'approved', number: 1042, approvedAt: '2026-11-21' } as const
export const CARRIER = { ...company, ...COMPANY }

const LANES = [
  ['Asheville', 'NC', 'Kansas City', 'MO', '889.00', 'Crown Freight', 'Pallets, food grade'],
  ['Kansas City', 'MO', 'Dallas', 'TX', '508.00', 'Landstar', 'Steel coils'],
  ['Dallas', 'TX', 'Truth or Consequences', 'NM', '781.50', 'TQL', null],
  ['Salt Lake City', 'UT', 'Winston-Salem', 'NC', '1946.00', 'C.H. Robinson', 'Paper rolls'],
] as const

export const LINES = [
  makeLine({
    kind: 'rule',
    category: 'other',
    description: 'Carrier fee',
    amount: '1185.05',
    formula: '12% × $9,875.38',
  }),
  makeLine({
    category: 'fuel',
    kind: 'entered',
    description: 'Pilot #4512, Knoxville TN',
    reference: '88213',
    quantity: '120.50',
    rate: '3.89',
    amount: '468.75',
    date: '2026-11-16',
  }),
  makeLine({
    category: 'fuel',
    kind: 'entered',
    description: 'Loves #231, Joplin MO',
    reference: '4471-A',
    quantity: '98.20',
    rate: '3.65',
    amount: '358.43',
    date: '2026-11-18',
  }),
  makeLine({
    category: 'fuel',
    kind: 'correction',
    description: 'Rebate of statement 1038',
    amount: '-20.00',
  }),
  makeLine({
    category: 'insurance',
    kind: 'rule',
    description: 'Cargo and liability',
    amount: '350.00',
    formula: '$350.00',
  }),
  makeLine({ category: 'tolls', amount: '61.35' }),
  makeLine({
    kind: 'rule',
    ruleId: 1,
    description: 'Escrow',
    amount: '100.00',
    formula: 'installment 8 of 25, $800.00 of $2,500.00',
  }),
]

/** The data of statement 1042: approved, with these loads and lines. */
export function makeStatementData(
  loads: SettlementLoad[],
  lines: Line[],
  more: Partial<StatementData> = {},
) {
  const revenues = loads.map(({ revenue }) => BigInt(revenue.replace('.', '')))
  const data = makeData(revenues, sumByCategory(lines))
  const { settlement } = data
  const expenses = sumByCategory(lines)
  const extraPay = toAmount(sumExtraPay(lines))
  const sums = {
    extraPay,
    grossPay: toAmount(toCents(settlement.totalRevenue) + toCents(extraPay)),
    totalExpenses: toAmount(totalExpenses(expenses)),
    netPayment: toAmount(netPayment(settlement.totalRevenue, expenses)),
  }
  return {
    ...data,
    company: CARRIER,
    truck: {
      truckId: '101',
      year: 2021,
      make: 'Kenworth',
      model: 'T680',
      vin: '1XKYD49X0MJ441000',
    },
    payee: {
      name: 'Kowalski Transport LLC',
      address: '12 Elm Street\nMarshall, NC 28753',
      taxIdEnding: '6789',
      paymentMethod: 'ach',
    },
    drivers: ['Łukasz Kowalski'],
    settlement: { ...settlement, ...APPROVED, ...sums },
    loads,
    lines,
    balances: [{ ...BALANCE, opening: '700.00', change: '100.00', closing: '800.00' }],
    yearToDate: {
      revenue: '214880.40',
      expenses: '88214.75',
      extraPay: '1250.00',
      net: '126665.65',
    },
    ...more,
  } satisfies StatementData
}

export function makeLoads(count: number): SettlementLoad[] {
  return Array.from({ length: count }, (_, index) => {
    const [pickupCity, pickupState, deliveryCity, deliveryState, miles, broker, cargoType] =
      LANES[index % LANES.length] ?? LANES[0]
    const cents = 2350_06n + BigInt((index * 7919) % 1500_00)
    return {
      ...makeLoad(cents, index),
      loadId: `L-${20331 + index}`,
      pickupCity,
      pickupState,
      deliveryCity,
      deliveryState,
      deliveryDate: '2026-11-18',
      miles,
      broker,
      cargoType,
      weight: cargoType ? '38250.00' : '0.00',
    }
  })
}
