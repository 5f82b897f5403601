/** Every kind of statement that is looked at and added up: what each is made from. */
import { toAmount } from '#core/money.ts'
import { sumsOf, type Line } from '#core/settlement-lines.ts'
import { netPayment, totalExpenses, type SettlementLoad } from '#core/settlement.ts'
import { statementOf, type Statement, type StatementData } from '#server/settlements/statement.ts'
import { company, dataOf, lineOf, loadOf } from './statement-samples.ts'

const LONG = 'Wolfeschlegelsteinhausenbergerdorff & Grandchildren Long Haul '
  .repeat(4)
  .slice(0, 200)
const BALANCE = { ruleId: 1, description: 'Escrow', balance: 'escrow', total: '2500.00' } as const
const APPROVED = { status: 'approved', number: 1042, approvedAt: '2026-11-21' } as const
const CARRIER = {
  ...company,
  companyName: 'Blue Ridge Carriers LLC',
  companyAddress: '480 Depot Street',
  companyCity: 'Asheville',
  companyState: 'NC',
  companyZip: '28801',
  companyPhone: '(555) 014-7700',
  companyEmail: 'office@blueridge.example',
}

const LANES = [
  ['Asheville', 'NC', 'Kansas City', 'MO', '889.00', 'Crown Freight', 'Pallets, food grade'],
  ['Kansas City', 'MO', 'Dallas', 'TX', '508.00', 'Landstar', 'Steel coils'],
  ['Dallas', 'TX', 'Truth or Consequences', 'NM', '781.50', 'TQL', null],
  ['Salt Lake City', 'UT', 'Winston-Salem', 'NC', '1946.00', 'C.H. Robinson', 'Paper rolls'],
] as const

const LINES = [
  lineOf({
    kind: 'rule',
    category: 'other',
    description: 'Carrier fee',
    amount: '1128.03',
    formula: '12% × $9,400.25',
  }),
  lineOf({
    category: 'fuel',
    kind: 'entered',
    description: 'Pilot #4512, Knoxville TN',
    reference: '88213',
    quantity: '120.50',
    rate: '3.89',
    amount: '468.75',
    date: '2026-11-16',
  }),
  lineOf({
    category: 'fuel',
    kind: 'entered',
    description: 'Loves #231, Joplin MO',
    reference: '4471-A',
    quantity: '98.20',
    rate: '3.65',
    amount: '358.43',
    date: '2026-11-18',
  }),
  lineOf({
    category: 'fuel',
    kind: 'correction',
    description: 'Rebate of statement 1038',
    amount: '-20.00',
  }),
  lineOf({
    category: 'insurance',
    kind: 'rule',
    description: 'Cargo and liability',
    amount: '350.00',
    formula: '$350.00',
  }),
  lineOf({ category: 'tolls', amount: '61.35' }),
  lineOf({
    kind: 'rule',
    ruleId: 1,
    description: 'Escrow',
    amount: '100.00',
    formula: 'instalment 8 of 25, $800.00 of $2,500.00',
  }),
]

/** Of so many loads on ordinary lanes, with `lines`, approved as number 1042. */
function variant(loads: SettlementLoad[], lines: Line[], more: Partial<StatementData> = {}) {
  const revenues = loads.map(({ revenue }) => BigInt(revenue.replace('.', '')))
  const data = dataOf(revenues, sumsOf(lines))
  const { settlement } = data
  const expenses = sumsOf(lines)
  const sums = {
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
    yearToDate: { revenue: '214880.40', expenses: '88214.75', net: '126665.65', loads: 141 },
    ...more,
  } satisfies StatementData
}

function loadsOf(count: number): SettlementLoad[] {
  return Array.from({ length: count }, (_, index) => {
    const [pickupCity, pickupState, deliveryCity, deliveryState, miles, broker, cargoType] =
      LANES[index % LANES.length] ?? LANES[0]
    const cents = 2350_06n + BigInt((index * 7919) % 1500_00)
    return {
      ...loadOf(cents, index),
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

function changed(data: StatementData, settlement: Partial<StatementData['settlement']>) {
  return { ...data, settlement: { ...data.settlement, ...settlement } }
}

const usual = variant(loadsOf(4), LINES)
const PAID = {
  status: 'paid',
  paidOn: '2026-11-25',
  paymentMethod: 'check',
  paymentReference: '20871',
} as const
const carryOut = lineOf({
  kind: 'carry-out',
  description: 'Carried to the next settlement',
  amount: '-412.18',
})
const carryIn = lineOf({
  kind: 'carry-in',
  description: 'Carried from statement 1041 of 11/13/2026',
  amount: '412.18',
})
const owed = [
  lineOf({
    kind: 'rule',
    category: 'truckPayment',
    description: 'Truck payment',
    amount: '2762.24',
    formula: '$2,762.24',
  }),
  carryOut,
]
const refund = lineOf({
  kind: 'refund',
  ruleId: 1,
  description: 'Escrow returned at the end of the lease',
  amount: '-2500.00',
  formula: '$2,500.00 of $2,500.00 held',
})

function longLoad(load: SettlementLoad): SettlementLoad {
  return {
    ...load,
    loadId: `LOAD-${'9'.repeat(60)}`,
    pickupCity: LONG,
    deliveryCity: LONG,
    broker: LONG,
    cargoType: LONG,
    miles: '99999999.99',
    revenue: '99999999.99',
  }
}

const longLine = lineOf({
  kind: 'entered',
  description: LONG,
  reference: LONG,
  quantity: '1.00',
  rate: '350.00',
  amount: '350.00',
})

/** By what is looked at in each. */
export const statementVariants: Record<string, StatementData> = {
  usual,
  'one load': variant(loadsOf(1), LINES.slice(0, 2)),
  'no loads': variant([], LINES.slice(4, 5)),
  'sixty loads': variant(
    loadsOf(60),
    Array.from({ length: 9 }, (_, n) =>
      LINES.map((line) => ({ ...line, reference: `R-${n}` })),
    ).flat(),
  ),
  'no deductions': variant(loadsOf(3), [], { balances: [] }),
  'long names': changed(
    variant([...loadsOf(1), ...loadsOf(2).map(longLoad)], [longLine, longLine, ...LINES], {
      company: { ...CARRIER, companyName: LONG, companyAddress: LONG, companyCity: LONG },
      payee: {
        name: LONG,
        address: `${LONG}\n${LONG}`,
        taxIdEnding: '6789',
        paymentMethod: 'check',
      },
      truck: { truckId: LONG, year: 2021, make: LONG, model: LONG, vin: '1XKYD49X0MJ441000' },
      drivers: [LONG, LONG],
      balances: [
        {
          ...BALANCE,
          description: LONG,
          opening: '99999999.99',
          change: '-99999999.99',
          closing: '0.00',
        },
      ],
    }),
    { ...PAID, paymentReference: LONG, notes: `${'word '.repeat(900)}\n${'x'.repeat(3000)}` },
  ),
  'other alphabets': variant(loadsOf(1), LINES.slice(0, 1), {
    payee: {
      name: 'Łukasz Nguyễn',
      address: 'Ağrı Straße 5\nΑθήνα',
      taxIdEnding: null,
      paymentMethod: 'ach',
    },
    drivers: ['Σωκράτης Παπαδόπουλος', 'Дмитро Шевченко', '王小明', 'محمد', '🚚'],
  }),
  draft: changed(usual, { status: 'pending', number: null, approvedAt: null }),
  void: changed(usual, {
    status: 'void',
    voidReason: 'Load L-20333 was billed to the wrong truck',
    voidedAt: '2026-11-24',
  }),
  paid: changed(usual, PAID),
  'carried in': variant(loadsOf(2), [...LINES.slice(4, 6), carryIn]),
  'carried out': variant(loadsOf(1), owed),
  'escrow closed': variant(loadsOf(2), [...LINES.slice(1, 3), refund], {
    balances: [
      { ...BALANCE, opening: '2500.00', change: '-2500.00', closing: '0.00' },
      {
        ...BALANCE,
        ruleId: 2,
        description: 'Tire loan',
        balance: 'loan',
        total: '1800.00',
        opening: '600.00',
        change: '-200.00',
        closing: '400.00',
      },
    ],
  }),
  drifted: changed(usual, {
    status: 'pending',
    number: null,
    totalRevenue: '9000.00',
    netPayment: '6553.44',
  }),
}

export function variantStatement(data: StatementData): Statement {
  return statementOf(data)
}
