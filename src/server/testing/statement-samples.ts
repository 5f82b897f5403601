/** Sample data of statements. */
import { newCompanySchema } from '#core/settings/company.ts'
import { toAmount } from '#core/money.ts'
import type { Line } from '#core/settlements/lines.ts'
import {
  EXPENSE_CATEGORIES,
  netPayment,
  noExpenses,
  totalExpenses,
  type Expenses,
  type SettlementLoad,
} from '#core/settlements/settlement.ts'
import { CURRENT_FORMAT } from '#server/statements/format.ts'
import { buildStatement } from '#server/statements/build-statement.ts'
import { NO_PAYMENTS } from '#server/payments/statement-payments.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'

const stamps = { userId: '', version: 1, createdAt: '', updatedAt: '' }
export const company = {
  ...newCompanySchema.parse({ companyName: 'Blue Ridge Carriers' }),
  ...stamps,
  id: null,
}

const PENDING = {
  status: 'pending' as const,
  number: null,
  approvedAt: null,
  ownerId: null,
  driverId: null,
  payee: 'truck:1',
  approvedOn: null,
  paidAmount: '0.00',
  paidOn: null,
  paymentMethod: null,
  paymentReference: null,
  voidedAt: null,
  voidedOn: null,
  voidReason: null,
  holdReason: null,
}

/** `revenues`: cents per load. `stored`: the settlement's own revenue in cents. */
export function makeData(
  revenues: bigint[],
  expenses: Expenses,
  stored = revenues.reduce((sum, revenue) => sum + revenue, 0n),
): StatementData {
  const totalRevenue = toAmount(stored)
  return {
    format: CURRENT_FORMAT,
    company,
    settlement: {
      ...expenses,
      ...stamps,
      id: 1,
      truckId: 1,
      settlementDate: '2026-11-20',
      weekNumber: 3,
      weekYear: 2026,
      startDate: '2026-11-15',
      endDate: '2026-11-21',
      totalRevenue,
      totalExpenses: toAmount(totalExpenses(expenses)),
      extraPay: '0.00',
      grossPay: totalRevenue,
      netPayment: toAmount(netPayment(totalRevenue, expenses)),
      ...PENDING,
      notes: null,
      statementUrl: null,
    },
    truck: { truckId: '101', year: 2021, make: 'Freightliner', model: 'Cascadia', vin: '1FUJ' },
    payee: {
      name: 'Łukasz Nguyễn',
      address: '12 Elm\nDallas',
      taxIdEnding: '6789',
      paymentMethod: 'check',
    },
    drivers: ['Σωκράτης', 'Дмитро 物流'],
    loads: revenues.map((revenue, index) => makeLoad(revenue, index)),
    lines: EXPENSE_CATEGORIES.map((category) => makeLine({ category, amount: expenses[category] })),
    balances: [],
    yearToDate: { revenue: '1.00', expenses: '2.00', extraPay: '0.00', net: '-1.00' },
    year: 2026,
    adjusted: [],
    payments: NO_PAYMENTS,
  }
}

export function makeLine(given: Partial<Line>): Line {
  return {
    ...stamps,
    id: 1,
    billingId: 1,
    truckId: 1,
    kind: 'plain',
    category: 'other',
    description: null,
    reference: null,
    date: '2026-11-20',
    quantity: null,
    rate: null,
    amount: '0.00',
    loadId: null,
    ruleId: null,
    ruleKey: null,
    carriedFrom: null,
    corrects: null,
    offsetWith: null,
    restates: null,
    adjustsPay: false,
    takenOver: false,
    transferReason: null,
    byHand: false,
    skipped: false,
    basis: null,
    basisValue: null,
    basisFigure: null,
    reached: null,
    reachedOf: null,
    loadNumber: null,
    extraPay: null,
    subjectToPercent: false,
    voided: false,
    formula: null,
    ...given,
  }
}

export function makeLoad(revenue: bigint, index: number): SettlementLoad {
  return {
    id: index,
    loadId: `L-${index}`,
    broker: 'Landstar',
    driver: null,
    driver2: null,
    pickupCity: 'Dallas',
    pickupState: 'TX',
    pickupDate: '2026-11-16',
    deliveryCity: 'Truth or Consequences',
    deliveryState: 'NM',
    deliveryDate: null,
    cargoType: null,
    weight: '0.00',
    miles: '781.50',
    emptyMiles: '0.00',
    revenue: toAmount(revenue),
  }
}

/** A draft with one load and no deductions. */
export function sampleStatement() {
  return buildStatement(makeData([2400_00n], noExpenses()))
}
