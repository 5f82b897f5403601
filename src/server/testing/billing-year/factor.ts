/** Sends weekly schedules of accounts and the factor's reports to the app, and keeps them in the model. */
import type { Deposit, ScheduleDetails } from '#core/factoring/responses.ts'
import { postYearFact } from './billing.ts'
import { countStep, sendStep, type Year } from './carrier.ts'
import {
  entriesOfInvoice,
  heldOf,
  laterDay,
  owedOnInvoice,
  sumCents,
  wiredFor,
  writeCents,
  yearDay,
  type FactorLine,
  type YearInvoice,
  type YearReport,
} from './model.ts'

/** Adds entries to the next report. */
function addReportEntries(year: Year, invoice: YearInvoice, entries: [string, bigint][]): void {
  const known = year.reported.get(invoice.id) ?? []
  const added = entries.filter(([, cents]) => cents > 0n).map(([kind, cents]) => ({ kind, cents }))
  year.reported.set(invoice.id, [...known, ...added])
}

/** Submits all factored invoices that are not on a schedule. The factor buys them with its next report. */
export async function scheduleWeek(year: Year, day: string): Promise<YearInvoice[]> {
  const ready = [...year.model.invoices.values()].filter(
    ({ id, factored, face, isVoid, last }) =>
      factored && !isVoid && face === null && last <= day && owedOnInvoice(year.model, id) > 0n,
  )
  if (!ready.length) return []
  const { id: first } = await submitYearSchedule(year, ready, day)
  if (year.chance.in(0.1)) {
    const path = `/api/factor-schedules/${first}/void`
    await sendStep(year, 'void schedule', [
      'POST',
      path,
      {
        on: day,
        reason: 'Wrong day',
        confirmed: ['on'],
      },
    ])
    await submitYearSchedule(year, ready, day)
  }
  for (const invoice of ready) {
    const face = owedOnInvoice(year.model, invoice.id)
    invoice.face = face
    const percent = BigInt(86 + year.chance.whole(9))
    const advance = (face * percent) / 100n
    const fee = (face * BigInt(150 + year.chance.whole(300))) / 10_000n
    const reserve = face - advance - fee
    addReportEntries(year, invoice, [
      ['advance', advance],
      ['fee', fee],
      ['reserve', reserve],
    ])
  }
  return ready
}

async function submitYearSchedule(
  year: Year,
  invoices: YearInvoice[],
  day: string,
): Promise<ScheduleDetails> {
  const sent = { day, invoiceIds: invoices.map(({ id }) => id), confirmed: ['day'] }
  const path = `/api/factors/${year.factorId}/schedules`
  const made = await sendStep<ScheduleDetails>(year, 'schedule', ['POST', path, sent])
  const submit = `/api/factor-schedules/${made.id}/submit`
  const submitted = await sendStep<ScheduleDetails>(year, 'submission', ['POST', submit])
  const face = writeCents(sumCents(invoices.map(({ id }) => owedOnInvoice(year.model, id))))
  if (submitted.face !== face) throw new Error(`The schedule has ${submitted.face}, not ${face}`)
  return submitted
}

/** Sends what the factor reports in this week, sometimes with costs and fuel advances. */
export async function sendReport(year: Year, friday: string): Promise<void> {
  const { chance, model, reported } = year
  if (!reported.size) return
  const entries: FactorLine[] = []
  let day = friday
  for (const [invoice, lines] of reported) {
    entries.push(...lines.map(({ kind, cents }) => ({ kind, cents, invoice, day })))
    day = laterDay(day, model.invoices.get(invoice)?.last ?? day)
  }
  if (chance.in(0.5)) entries.push({ kind: 'cost', cents: 1500n, invoice: null, day })
  if (chance.in(0.1)) entries.push({ kind: 'fuel-advance', cents: 40_000n, invoice: null, day })
  if (chance.in(0.1))
    entries.push({ kind: 'fuel-advance-repaid', cents: 20_000n, invoice: null, day })
  reported.clear()
  for (const entry of entries) entry.day = day
  const report = await postReport(year, day, entries)
  if (!chance.in(0.08)) return
  // Sometimes the office sees the mistake days later. The corrected report is on the day of the void.
  const on = yearDay(report.day, chance.oneOf([0, 0, 3]))
  await voidReport(year, report, on)
  const right = report.entries.map((entry) => ({ ...entry, day: on }))
  await postReport(year, on, right)
}

async function postReport(year: Year, day: string, entries: FactorLine[]): Promise<YearReport> {
  const amount = wiredFor(entries)
  const path = `/api/factors/${year.factorId}/deposits`
  const sent = {
    day,
    amount: writeCents(amount),
    reference: null,
    note: null,
    confirmed: ['day'],
    entries: entries.map(({ kind, invoice, cents }) => ({
      kind,
      invoiceId: invoice,
      amount: writeCents(cents),
    })),
  }
  // A factor buys an invoice only once. Other entries can be posted twice.
  const isOnce = entries.some(({ kind }) => kind === 'advance')
  const { id } = await sendStep<Deposit>(year, 'report', ['POST', path, sent], isOnce)
  const report = { id, day, amount, entries, voidedOn: null }
  year.model.reports.push(report)
  for (const { kind } of entries) countStep(year, `entry ${kind}`)
  keepPaidEntries(year, report, -1n)
  return report
}

function keepPaidEntries(year: Year, { day, entries }: YearReport, sign: bigint): void {
  for (const { kind, invoice: id, cents } of entries) {
    const invoice = year.model.invoices.get(id ?? 0)
    if (!invoice) continue
    if (kind === 'debtor-paid')
      postYearFact(year, invoice, { day, cents: sign * cents, contra: 'factor' })
    invoice.last = laterDay(invoice.last, day)
  }
}

async function voidReport(year: Year, report: YearReport, on: string): Promise<void> {
  const path = `/api/factor-deposits/${report.id}/void`
  const sent = { on, reason: 'Wrong amount', confirmed: ['on'] }
  await sendStep(year, 'void report', ['POST', path, sent])
  report.voidedOn = on
  keepPaidEntries(year, { ...report, day: on }, 1n)
}

/** Reports that the broker paid the factor, in full or less. The factor takes the rest from the reserve. */
export function collectByFactor(year: Year, invoice: YearInvoice, part: bigint): void {
  const open = owedOnInvoice(year.model, invoice.id)
  const paid = (open * part) / 100n
  const held = heldOf(entriesOfInvoice(year.model, invoice.id))
  const short = open - paid < held ? open - paid : held
  const fee = year.chance.in(0.3) && held - short > 300n ? 300n : 0n
  addReportEntries(year, invoice, [
    ['debtor-paid', paid],
    ['reserve-chargeback', short],
    ['reserve-fee', fee],
    ['reserve-released', held - short - fee],
    ['late-fee', year.chance.in(0.1) ? 777n : 0n],
  ])
}

/** The carrier forwards what the broker paid it, and the factor releases its reserve. */
export function forwardToFactor(year: Year, invoice: YearInvoice, cents: bigint): void {
  const held = heldOf(entriesOfInvoice(year.model, invoice.id))
  addReportEntries(year, invoice, [
    ['forwarded', cents],
    ['reserve-released', held],
  ])
}

/** Reports a chargeback: the carrier repays the face amount, first from the reserve. */
export function chargeBack(year: Year, invoice: YearInvoice): void {
  const held = heldOf(entriesOfInvoice(year.model, invoice.id))
  const face = invoice.face ?? 0n
  addReportEntries(year, invoice, [
    ['reserve-chargeback', held],
    ['chargeback', face - held],
  ])
}

/** The Friday of the week of a Monday. */
export function fridayOf(monday: string): string {
  return yearDay(monday, 4)
}
