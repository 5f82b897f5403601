/** Statements of every kind, by name. */
import type { Line } from '#core/settlements/lines.ts'
import type { SettlementLoad } from '#core/settlements/settlement.ts'
import { buildStatement } from '#server/statements/build-statement.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'
import type { Statement } from '#server/statements/statement.ts'
import { JPEG, makePng } from './pictures.ts'
import { BALANCE, CARRIER, LINES, makeLoads, makeStatementData } from './statement-carrier.ts'
import { makeLine } from './statement-samples.ts'

const LONG = 'Wolfeschlegelsteinhausenbergerdorff & Grandchildren Long Haul '
  .repeat(4)
  .slice(0, 200)

function changeSettlement(data: StatementData, settlement: Partial<StatementData['settlement']>) {
  return { ...data, settlement: { ...data.settlement, ...settlement } }
}

const usual = makeStatementData(makeLoads(4), LINES)
const PAID = {
  status: 'paid',
  paidOn: '2026-11-25',
  paymentMethod: 'check',
} as const

/** The data of a statement that one check paid. */
function pay(data: StatementData, reference: string): StatementData {
  const { paidOn: day, paymentMethod: method } = PAID
  const payment = { day, method, reference, amount: data.settlement.netPayment }
  const paid = changeSettlement(data, { ...PAID, paymentReference: reference })
  return { ...paid, payments: { applied: [], payments: [payment], open: '0.00' } }
}

const carryOut = makeLine({
  kind: 'carry-out',
  description: 'Carried forward to next statement',
  amount: '-412.18',
})
const carryIn = makeLine({
  kind: 'carry-in',
  description: 'Balance forward from statement 1041 (11/13/2026)',
  amount: '412.18',
})
const negativeNet = [
  makeLine({
    kind: 'rule',
    category: 'truckPayment',
    description: 'Truck payment',
    amount: '2762.24',
    formula: '$2,762.24',
  }),
  carryOut,
]
const refund = makeLine({
  kind: 'refund',
  ruleId: 1,
  description: 'Escrow returned at the end of the lease',
  amount: '-2500.00',
  formula: '$2,500.00 of $2,500.00 held',
})

function lengthen(load: SettlementLoad): SettlementLoad {
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

const longLine = makeLine({
  kind: 'entered',
  description: LONG,
  reference: LONG,
  quantity: '1.00',
  rate: '350.00',
  amount: '350.00',
})

/** Extra pay, reimbursements, adjustments, an offset, withholding, and a carry-forward. */
const everything = [
  ...LINES,
  makeLine({
    kind: 'extra-pay',
    extraPay: 'detention',
    description: 'Detention',
    quantity: '3.00',
    rate: '50.00',
    amount: '-150.00',
    formula: '3 × $50.00',
    reference: 'L-20333',
    date: '2026-11-17',
  }),
  makeLine({
    kind: 'extra-pay',
    extraPay: 'bonus',
    description: 'Safety bonus, third quarter',
    amount: '-250.00',
  }),
  makeLine({
    kind: 'entered',
    category: 'tolls',
    description: 'Toll refund, I-90',
    reference: 'TR-88',
    amount: '-42.10',
    date: '2026-11-19',
  }),
  makeLine({ kind: 'entered', description: 'Lumper, Kansas City', amount: '-120.00' }),
  makeLine({
    category: 'insurance',
    description: 'Manual change of Insurance',
    amount: '-50.00',
    byHand: true,
  }),
  makeLine({
    kind: 'correction',
    description: 'Load L-20190 changed from $1,000.00 to $750.00 after statement 1038',
    amount: '250.00',
    corrects: 38,
    loadId: 190,
  }),
  makeLine({
    kind: 'correction',
    description: 'Carrier fee, 12% of that change',
    amount: '-30.00',
    corrects: 38,
    loadId: 190,
  }),
  makeLine({ kind: 'offset', description: 'Offset with truck 102', amount: '300.00' }),
  makeLine({ kind: 'withholding', description: 'Backup withholding, 24%', amount: '240.00' }),
  carryIn,
]
const ADJUSTED = [
  { id: 37, number: 1037 },
  { id: 38, number: 1038 },
]
const payments = {
  applied: [{ day: '2026-11-13', method: 'check', reference: '1001', amount: '2600.00' }],
  payments: [
    { day: '2026-11-25', method: 'ach', reference: 'TR-9941', amount: '1000.00' },
    { day: '2026-12-02', method: 'check', reference: '1044', amount: '500.00' },
  ],
  open: '2711.72',
}
const negativePay = makeStatementData([], [...LINES.slice(4, 6), ...negativeNet.slice(0, 1)])

/**
 * Two loads of 2,350.06 and 2,429.25, extra pay of 250.00, a deduction of 9.91 and withholding of 1,207.03: a percentage of
 * 3,812.37 net.
 */
const CHECKED = [
  makeLine({
    kind: 'rule',
    category: 'truckPayment',
    description: 'Deadhead',
    basis: 'per-empty-mile',
    basisValue: '0.055',
    basisFigure: '180.20',
    quantity: '180.20',
    rate: '0.055',
    amount: '9.91',
    formula: '180.2 empty mi × $0.055',
  }),
  makeLine({
    kind: 'rule',
    description: 'Child support',
    basis: 'percent-of-net',
    basisValue: '25.00',
    basisFigure: '3812.37',
    netFloor: '500.00',
    amount: '953.09',
    formula: '25% × $3,812.37 net',
  }),
  makeLine({
    kind: 'rule',
    category: 'insurance',
    description: 'Cargo',
    basis: 'fixed',
    basisValue: '100.00',
    netFloor: '500.00',
    amount: '100.00',
    formula: 'flat $100.00',
  }),
  makeLine({
    kind: 'rule',
    category: 'parking',
    description: 'Yard',
    basis: 'fixed',
    basisValue: '400.00',
    netFloor: '3000.00',
    limited: true,
    deferred: '400.00',
    amount: '0.00',
    formula: 'flat $400.00, limited to keep a net of $3,000.00',
  }),
  makeLine({
    kind: 'extra-pay',
    extraPay: 'bonus',
    description: 'Safety bonus, third quarter',
    subjectToPercent: true,
    amount: '-250.00',
  }),
  makeLine({
    kind: 'withholding',
    description: 'Backup withholding',
    amount: '1207.03',
    formula: '24% × $5,029.31',
  }),
]
const NOT_DEDUCTED = {
  ...BALANCE,
  ruleId: 9,
  description: 'Yard',
  balance: 'deferred',
  total: '700.00',
  opening: '300.00',
  change: '400.00',
  closing: '700.00',
} as const

export const checkedStatement: StatementData = makeStatementData(
  makeLoads(2).map((load, index) => ({ ...load, emptyMiles: index ? '60.20' : '120.00' })),
  CHECKED,
  {
    balances: [{ ...BALANCE, opening: '700.00', change: '0.00', closing: '700.00' }, NOT_DEDUCTED],
  },
)

function makeCardLine(given: Partial<Line>): Line {
  return makeLine({
    kind: 'card',
    category: 'fuel',
    description: "Diesel, Love's 123, Dallas TX",
    reference: 'Invoice 83920',
    date: '2026-11-18',
    amount: '593.67',
    formula: '206.29 gal at $3.429, retail $707.38, discount $113.71, passed on $113.71',
    cardPurchaseId: 1,
    cardRetail: '707.38',
    cardDiscount: '113.71',
    cardPassedOn: '113.71',
    ...given,
  })
}

const NO_DISCOUNT = { reference: null, cardDiscount: '0.00', cardPassedOn: '0.00' }

/** Purchases of a week, with one that is charged nothing, a credit, and one that came late. */
const BOUGHT = [
  makeCardLine({}),
  makeCardLine({
    ...NO_DISCOUNT,
    description: "DEF, Love's 123, Dallas TX",
    amount: '34.53',
    cardRetail: '34.53',
    formula: '8.24 gal at $4.19, retail $34.53, no discount',
  }),
  makeCardLine({
    date: '2026-11-11',
    description: 'Diesel, Pilot 402, Amarillo TX',
    amount: '-40.00',
    cardRetail: '-45.00',
    cardDiscount: '-5.00',
    cardPassedOn: '-5.00',
    formula: '-12.5 gal at $3.60, retail -$45.00, discount -$5.00, passed on -$5.00, posted 11/19',
  }),
  makeCardLine({
    ...NO_DISCOUNT,
    category: 'tolls',
    description: 'Toll, Turner Turnpike, OK',
    amount: '12.60',
    cardRetail: '12.60',
    formula: 'retail $12.60, no discount, by default',
  }),
  makeCardLine({
    category: 'other',
    description: 'Scale, CAT 88, Joplin MO',
    reference: null,
    amount: '0.00',
    cardRetail: '12.50',
    cardDiscount: '12.50',
    cardPassedOn: '12.50',
    formula: 'retail $12.50, discount $12.50, passed on $12.50',
  }),
]

export const cardStatement: StatementData = makeStatementData(makeLoads(2), [
  ...LINES.slice(1, 3),
  ...BOUGHT,
])

const STATEMENTS: Record<string, StatementData> = {
  'card purchases': cardStatement,
  'every figure to check': checkedStatement,
  everything: { ...makeStatementData(makeLoads(4), everything), payments, adjusted: ADJUSTED },
  'negative net': negativePay,
  'extra pay without loads': makeStatementData([], everything.slice(7, 9), { balances: [] }),
  usual,
  'one load': makeStatementData(makeLoads(1), LINES.slice(0, 2)),
  'no loads': makeStatementData([], LINES.slice(4, 5)),
  'sixty loads': makeStatementData(
    makeLoads(60),
    Array.from({ length: 9 }, (_, n) =>
      LINES.map((line) => ({ ...line, reference: `R-${n}` })),
    ).flat(),
  ),
  'no deductions': makeStatementData(makeLoads(3), [], { balances: [] }),
  'long names': pay(
    changeSettlement(
      makeStatementData(
        [...makeLoads(1), ...makeLoads(2).map(lengthen)],
        [longLine, longLine, ...LINES],
        {
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
        },
      ),
      { notes: `${'word '.repeat(900)}\n${'x'.repeat(3000)}` },
    ),
    LONG,
  ),
  'other alphabets': makeStatementData(makeLoads(1), LINES.slice(0, 1), {
    payee: {
      name: 'Łukasz Nguyễn',
      address: 'Ağrı Straße 5\nΑθήνα',
      taxIdEnding: null,
      paymentMethod: 'ach',
    },
    drivers: ['Σωκράτης Παπαδόπουλος', 'Дмитро Шевченко', '王小明', 'محمد', '🚚'],
  }),
  draft: changeSettlement(usual, { status: 'pending', number: null, approvedAt: null }),
  void: changeSettlement(usual, {
    status: 'void',
    voidReason: 'Load L-20333 was billed to the wrong truck',
    voidedAt: '2026-11-24',
  }),
  paid: pay(usual, '20871'),
  'balance forward': makeStatementData(makeLoads(2), [...LINES.slice(4, 6), carryIn]),
  'carried forward': makeStatementData(makeLoads(1), negativeNet),
  'escrow closed': makeStatementData(makeLoads(2), [...LINES.slice(1, 3), refund], {
    balances: [
      { ...BALANCE, opening: '2500.00', change: '-2500.00', closing: '0.00' },
      {
        ...BALANCE,
        ruleId: 2,
        description: 'Tire loan',
        basis: 'fixed',
        value: '200.00',
        balance: 'loan',
        total: '1800.00',
        opening: '600.00',
        change: '-200.00',
        closing: '400.00',
      },
    ],
  }),
  drifted: changeSettlement(usual, {
    status: 'pending',
    number: null,
    totalRevenue: '9000.00',
    netPayment: '6496.42',
  }),
}

function withLogo(width: number, height: number): Statement {
  return buildStatement(usual, { bytes: makePng({ width, height, samples: 4 }), width, height })
}

export const statementVariants: Record<string, Statement> = {
  ...Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, data]) => [name, buildStatement(data)]),
  ),
  'wide logo': withLogo(900, 120),
  'tall logo': withLogo(120, 600),
  'tiny logo': withLogo(16, 16),
  'photo logo': buildStatement(usual, { bytes: JPEG, width: 24, height: 10 }),
}
