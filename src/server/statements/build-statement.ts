/** Builds the text of a statement. Every caption comes from the statement's format. */
import { formatDay } from '#core/calendar.ts'
import type { PrintedCharge } from '#core/charges/printed.ts'
import { formatRate } from '#core/decimals.ts'
import type { Language } from '#core/languages.ts'
import { addUp, formatMoney, formatQuantity, toCents } from '#core/money.ts'
import type { Settlement, SettlementLoad } from '#core/settlements/settlement.ts'
import type { Captions } from '#server/statements/formats/captions.ts'
import { buildBalance, buildDeductions } from './build-deductions.ts'
import { buildSections, buildSummary } from './build-sections.ts'
import { getCaptions } from './format.ts'
import { listLoadColumns, writeLoad } from './load-columns.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'
import type { Logo, Statement, StatementCharge, StatementLoad, TextBlock } from './statement.ts'
import { translateData } from './translate-data.ts'

/** Builds the printed statement. In Spanish, it is a translation with the same figures (SPEC C80). */
export function buildStatement(
  given: StatementData,
  logo: Logo | null = null,
  language: Language = 'en',
): Statement {
  const data = language === 'en' ? given : translateData(given)
  const { settlement, truck, format } = data
  const captions = getCaptions(format, language)
  const settlementDate = formatDay(settlement.settlementDate)
  const { number } = settlement
  const statement = number === null ? captions.draft : captions.statement(number)
  return {
    format,
    language,
    title: captions.title,
    mark: findMark(settlement, captions),
    name: captions.documentName(statement, truck.truckId, settlementDate),
    footer: captions.footer(statement, settlementDate),
    logo,
    carrier: buildCarrier(data),
    facts: buildFacts(data, captions),
    payee: buildPayee(data, captions),
    truck: buildTruck(data, captions),
    loads: data.loads.map((load) => buildLoad(load, captions)),
    loadColumns: listLoadColumns(data, language),
    revenue: buildRevenue(data, captions),
    deductions: buildDeductions(data, captions),
    summary: buildSummary(data, captions),
    net: { label: captions.summary.net, amount: formatMoney(toCents(settlement.netPayment)) },
    sections: buildSections(data, captions),
    balances: data.balances.map((balance) => buildBalance(balance, captions)),
    yearToDate: buildYearToDate(data, captions),
    notes: buildNotes(settlement, captions),
    settlementDate: settlement.settlementDate,
  }
}

function findMark({ status }: Settlement, { marks }: Captions): string | null {
  if (status === 'pending') return marks.draft
  return status === 'void' ? marks.void : null
}

function buildFacts({ settlement, loads }: StatementData, captions: Captions): Statement['facts'] {
  const { number, settlementDate, startDate, endDate } = settlement
  const { facts } = captions
  return [
    { label: facts.statement, value: number === null ? captions.draft : String(number) },
    { label: facts.settlementDate, value: formatDay(settlementDate) },
    { label: facts.period, value: `${formatDay(startDate)} – ${formatDay(endDate)}` },
    { label: facts.week, value: captions.week(settlement) },
    { label: facts.loads, value: String(loads.length) },
  ]
}

function buildNotes({ voidReason, notes }: Settlement, captions: Captions): string | null {
  const paragraphs = [voidReason && captions.voidReason(voidReason), notes].filter(Boolean)
  return paragraphs.length ? paragraphs.join('\n') : null
}

function buildCarrier({ company }: StatementData): TextBlock {
  const { companyCity, companyState, companyZip } = company
  const city = [companyCity, [companyState, companyZip].filter(Boolean).join(' ')].filter(Boolean)
  return buildBlock(company.companyName, [
    company.companyAddress,
    city.join(', '),
    [company.companyPhone, company.companyEmail].filter(Boolean).join('  ·  '),
  ])
}

function buildPayee({ payee }: StatementData, captions: Captions): TextBlock {
  if (!payee) return buildBlock(captions.noPayee, [])
  const taxId = payee.taxIdEnding ? captions.taxId(payee.taxIdEnding) : null
  return buildBlock(payee.name, [...payee.address.split(/\r?\n/), taxId])
}

function buildTruck({ truck, drivers }: StatementData, captions: Captions): TextBlock {
  return buildBlock(captions.truck(truck.truckId), [
    [truck.year || '', truck.make, truck.model].join(' ').trim(),
    truck.vin ? captions.vin(truck.vin) : null,
    drivers.length ? captions.drivers(drivers) : null,
  ])
}

function buildBlock(heading: string, lines: (string | null)[]): TextBlock {
  return { heading, lines: lines.flatMap((line) => (line?.trim() ? [line.trim()] : [])) }
}

function buildLoad(load: SettlementLoad, captions: Captions): StatementLoad {
  const weight = toCents(load.weight) ? captions.weight(formatQuantity(load.weight)) : null
  return {
    key: `load-${load.id}`,
    ...writeLoad(load),
    details: [load.broker, load.cargoType, weight].filter(Boolean).join('  ·  '),
    charges: buildCharges(load, captions),
  }
}

/**
 * The stored revenue stays when loads change later (SPEC B28), but the printed figures must add up. Two
 * lines then show the current load total and the difference.
 */
function buildRevenue(
  { settlement, loads }: StatementData,
  captions: Captions,
): Statement['revenue'] {
  const loadTotal = addUp(loads.map(({ revenue }) => revenue))
  const stored = toCents(settlement.totalRevenue)
  const total = { label: captions.totalRevenue, amount: formatMoney(stored) }
  if (loadTotal === stored) return { lines: [], total }
  const lines = [
    { label: captions.currentLoadTotal, amount: formatMoney(loadTotal) },
    { label: captions.loadChanges, amount: formatMoney(stored - loadTotal) },
  ]
  return { lines, total }
}

function buildYearToDate(
  { yearToDate: { revenue, expenses, net, extraPay }, year }: StatementData,
  { yearToDate, yearNote, yearFigures }: Captions,
): Statement['yearToDate'] {
  const extra = toCents(extraPay)
  return {
    title: yearToDate(year),
    note: yearNote,
    lines: [
      { label: yearFigures.revenue, amount: formatMoney(toCents(revenue) + extra) },
      { label: yearFigures.deductions, amount: formatMoney(toCents(expenses) + extra) },
      { label: yearFigures.net, amount: formatMoney(toCents(net)) },
    ],
  }
}

// Builds the charges that print below their load (SPEC C104). Their amounts add up to the load's revenue.

function buildCharges(
  { charges = [] }: Pick<SettlementLoad, 'charges'>,
  captions: Captions,
): StatementCharge[] {
  return charges.map((charge) => buildCharge(charge, captions))
}

function buildCharge(charge: PrintedCharge, captions: Captions): StatementCharge {
  const { kind, description } = charge
  const name = captions.charges.kinds[kind]
  const parts = [name, description, computation(charge, captions), share(charge, captions)]
  return {
    label: parts.filter(Boolean).join('  ·  '),
    amount: formatMoney(toCents(charge.ownerAmount)),
  }
}

function computation({ quantity, rate }: PrintedCharge, captions: Captions): string | null {
  if (quantity === null || rate === null) return null
  return captions.computation(formatQuantity(quantity), formatRate(rate))
}

function share({ ownerPercent, amount }: PrintedCharge, { charges }: Captions): string | null {
  if (ownerPercent === null) return null
  return charges.share(formatQuantity(ownerPercent), formatMoney(toCents(amount)))
}
