/** What a settlement's statement says, line by line, as text. Pure: the PDF only lays it out. */
import { formatDay } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { addUp, formatMoney, formatQuantity, toAmount, toCents } from '#core/money.ts'
import type { Balance } from '#core/settlements/balances.ts'
import type { Line as ExpenseLine } from '#core/settlements/lines.ts'
import { paymentFields } from '#core/settlements/approval.ts'
import type { Settlement, SettlementLoad, YearToDate } from '#core/settlements/settlement.ts'
import {
  buildDeductions,
  buildBalance,
  buildSummary,
  type DeductionGroup,
  type StatementBalance,
} from './deductions-text.ts'
import type { Block, Line, Logo } from './parts.ts'

/** Everything that a statement is made from. */
export type StatementData = Snapshot & { settlement: Settlement }

/** What of it an approval freezes beside the settlement's own row (SPEC C3). */
export type Snapshot = {
  company: Company | UnsavedCompany
  truck: { truckId: string; year: number; make: string; model: string; vin: string | null }
  /** The truck's owner, else its driver. */
  payee: { name: string; address: string; taxIdEnding: string | null; paymentMethod: string } | null
  drivers: string[]
  loads: SettlementLoad[]
  lines: ExpenseLine[]
  balances: Balance[]
  yearToDate: YearToDate
  year: number
}

export type StatementLoad = {
  number: string
  lane: string
  /** Broker, cargo and weight, as far as they are known. */
  details: string
  pickup: string
  delivery: string
  miles: string
  revenue: string
}

export type Statement = {
  title: string
  /** Printed across each page of a statement that is not to be paid. */
  mark: 'DRAFT' | 'VOID' | null
  /** The document's title, and the head of each further page. */
  name: string
  /** At the foot of each page, on one line. */
  footer: string
  logo: Logo | null
  carrier: Block
  facts: { label: string; value: string }[]
  payee: Block
  truck: Block
  loads: StatementLoad[]
  totalMiles: string
  revenue: { lines: Line[]; total: Line }
  deductions: { groups: DeductionGroup[]; total: Line }
  /** From the revenue to what is paid: these add up to the net. */
  summary: Line[]
  net: Line
  balances: StatementBalance[]
  yearToDate: { title: string; lines: Line[] }
  notes: string | null
  settlementDate: string
}

/** Of a frozen statement `data` is its snapshot, of a draft what is stored now (SPEC C3). */
export function buildStatement(data: StatementData, logo: Logo | null = null): Statement {
  const { settlement, truck } = data
  const settlementDate = formatDay(settlement.settlementDate)
  const name = `Truck ${truck.truckId}, settlement of ${settlementDate}`
  const called = settlement.number === null ? 'Draft' : `Statement ${settlement.number}`
  return {
    title: 'Independent contractor settlement',
    mark: statementMark(settlement),
    name: `${called}: ${name}`,
    footer: `${called}, settlement of ${settlementDate}`,
    logo,
    carrier: carrierBlock(data.company),
    facts: [
      { label: 'Statement', value: settlement.number === null ? 'Draft' : `${settlement.number}` },
      { label: 'Settlement date', value: settlementDate },
      {
        label: 'Period',
        value: `${formatDay(settlement.startDate)} – ${formatDay(settlement.endDate)}`,
      },
      { label: 'Week', value: weekOfMonth(settlement) },
      { label: 'Loads', value: String(data.loads.length) },
      ...paymentFacts(settlement),
    ],
    payee: payeeBlock(data.payee),
    truck: truckBlock(data),
    loads: data.loads.map(buildLoad),
    totalMiles: formatQuantity(toAmount(addUp(data.loads.map(({ miles }) => miles)))),
    revenue: buildRevenue(data),
    deductions: buildDeductions(data),
    summary: buildSummary(data),
    net: { label: 'Net payment', amount: formatMoney(toCents(settlement.netPayment)) },
    balances: data.balances.map(buildBalance),
    yearToDate: buildYearToDate(data),
    notes: buildNotes(settlement),
    settlementDate: settlement.settlementDate,
  }
}

/** "2 of 11/2026": the number counts the weeks of the month, not of the year (SPEC A5.week.1). */
function weekOfMonth({ weekNumber, weekYear, settlementDate }: Settlement): string {
  const month = Number(settlementDate.slice(5, 7))
  return `${weekNumber} of ${month}/${weekYear}`
}

function statementMark({ status }: Settlement): Statement['mark'] {
  if (status === 'pending') return 'DRAFT'
  return status === 'void' ? 'VOID' : null
}

function paymentFacts({ paidOn, paymentMethod, paymentReference }: Settlement) {
  const { options } = paymentFields.paymentMethod
  const named = options?.find(({ value }) => value === paymentMethod)?.label
  const referenceLabel = paymentMethod === 'check' ? 'Check #' : 'Reference'
  return [
    ...(paidOn ? [{ label: 'Paid', value: formatDay(paidOn) }] : []),
    ...(named ? [{ label: 'Paid by', value: named }] : []),
    ...(paymentReference ? [{ label: referenceLabel, value: paymentReference }] : []),
  ]
}

function buildNotes({ voidReason, notes }: Settlement): string | null {
  const said = [voidReason && `Void: ${voidReason}`, notes].filter(Boolean)
  return said.length ? said.join('\n') : null
}

function carrierBlock(company: Company | UnsavedCompany): Block {
  const { companyCity, companyState, companyZip } = company
  const place = [companyCity, [companyState, companyZip].filter(Boolean).join(' ')].filter(Boolean)
  return block(company.companyName, [
    company.companyAddress,
    place.join(', '),
    [company.companyPhone, company.companyEmail].filter(Boolean).join('  ·  '),
  ])
}

function payeeBlock(payee: StatementData['payee']): Block {
  if (!payee) return block('No owner or driver is assigned to this truck', [])
  const taxId = payee.taxIdEnding ? `Tax ID ending in ${payee.taxIdEnding}` : null
  return block(payee.name, [...payee.address.split(/\r?\n/), taxId])
}

function truckBlock({ truck, drivers }: StatementData): Block {
  return block(`Truck ${truck.truckId}`, [
    [truck.year || '', truck.make, truck.model].join(' ').trim(),
    truck.vin ? `VIN ${truck.vin}` : null,
    drivers.length ? `${drivers.length === 1 ? 'Driver' : 'Drivers'}: ${drivers.join(', ')}` : null,
  ])
}

function block(heading: string, lines: (string | null)[]): Block {
  return { heading, lines: lines.flatMap((line) => (line?.trim() ? [line.trim()] : [])) }
}

function buildLoad(load: SettlementLoad): StatementLoad {
  const from = formatPlace(load.pickupCity, load.pickupState)
  const to = formatPlace(load.deliveryCity, load.deliveryState)
  const weight = toCents(load.weight) ? `${formatQuantity(load.weight)} lb` : null
  return {
    number: load.loadId,
    lane: `${from} → ${to}`,
    details: [load.broker, load.cargoType, weight].filter(Boolean).join('  ·  '),
    pickup: formatDay(load.pickupDate),
    delivery: load.deliveryDate ? formatDay(load.deliveryDate) : '–',
    miles: formatQuantity(load.miles),
    revenue: formatMoney(toCents(load.revenue)),
  }
}

function formatPlace(city: string | null, state: string): string {
  return city ? `${city}, ${state}` : state
}

/**
 * The stored revenue stays when loads change afterwards (SPEC B28), but what is printed has to add
 * up: the difference is then a line of its own.
 */
function buildRevenue({ settlement, loads }: StatementData): Statement['revenue'] {
  const ofLoads = addUp(loads.map(({ revenue }) => revenue))
  const stored = toCents(settlement.totalRevenue)
  const total = { label: 'Total revenue', amount: formatMoney(stored) }
  if (ofLoads === stored) return { lines: [], total }
  const lines = [
    { label: 'Sum of the loads above as they are today', amount: formatMoney(ofLoads) },
    {
      label: 'Changes to loads since this settlement was saved',
      amount: formatMoney(stored - ofLoads),
    },
  ]
  return { lines, total }
}

function buildYearToDate({ yearToDate, year }: StatementData): Statement['yearToDate'] {
  const { revenue, expenses, net } = yearToDate
  return {
    title: `Year to date ${year}`,
    lines: [
      { label: 'Revenue', note: 'by delivery date', amount: formatMoney(toCents(revenue)) },
      { label: 'Deductions', note: 'by settlement date', amount: formatMoney(toCents(expenses)) },
      { label: 'Net', note: 'revenue less deductions', amount: formatMoney(toCents(net)) },
    ],
  }
}
