/**
 * Checks the figures of an approved statement that depend on the payee's other statements: backup withholding, what a floor
 * left for later, and the printed year to date (SPEC C320–C322).
 */
import { expect } from 'vitest'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { pdfRows } from '#server/testing/pdf-text.ts'
import { RULES, roundHalfUp } from './model.ts'
import { toCents, type Cents, type MoneyState } from './state.ts'

/** Reading a PDF is slow, so only every fifth statement is printed. */
const PRINTED = 5

/** Call after an approval, if nothing else was sent at the same time. */
export async function checkPayeeFigures(state: MoneyState, approved: Settlement): Promise<void> {
  await checkWithheld(state, approved)
  checkDeferred(state, approved)
  if ((approved.number ?? 0) % PRINTED === 0) await checkYear(state, approved)
}

/** Checks what each payee of the truck with the yard still has not been charged. */
export async function checkOpenDeferred({ carrier, seed, deferred }: MoneyState): Promise<void> {
  const path = '/api/balances?include=all'
  const { body } = await carrier.client.get<OpenBalance[]>(path)
  const listed = body.filter(({ balance }) => balance === 'deferred')
  const open = new Map(listed.map((one) => [one.payeeKey, toCents(one.open)]))
  for (const [payee, cents] of deferred)
    expect([seed, payee, open.get(payee) ?? 0n]).toEqual([seed, payee, cents])
}

/** The base is the pay of the year less what was withheld from already, and never below zero. */
async function checkWithheld(state: MoneyState, { id, payee, settlementDate }: Settlement) {
  const { carrier, seed, frozen } = state
  const found = frozen.get(id)
  if (!found) return
  if (payee !== `owner:${carrier.bob}`) {
    expect([seed, id, found.withheld]).toEqual([seed, id, 0n])
    return
  }
  let before = 0n
  for (const [otherId, other] of frozen)
    if (otherId !== id && other.live && other.payee === payee && other.withheldFrom !== null)
      before += other.pay - other.withheldFrom
  for (const draft of await state.readAll()) {
    const { id: draftId, settlementDate: date } = draft
    const isFirst = date < settlementDate || (date === settlementDate && draftId < id)
    if (draft.status !== 'pending' || draft.payee !== payee || !isFirst) continue
    const lines = await carrier.readLines(draftId)
    const withheldFrom = findWithheldFrom(lines)
    const pay = toCents(draft.totalRevenue) + sumExtraPayLines(lines)
    if (withheldFrom !== null) before += pay - withheldFrom
  }
  const base = found.pay + before > 0n ? found.pay + before : 0n
  const expected = found.pay === 0n ? null : base
  expect([seed, id, found.withheldFrom]).toEqual([seed, id, expected])
  expect([seed, id, found.withheld]).toEqual([seed, id, roundHalfUp((expected ?? 0n) * 24n, 100n)])
}

/** A floor of 500.00: what did not fit is left to the same payee, and never more is taken than this payee's statements left. */
function checkDeferred({ seed, frozen, deferred }: MoneyState, { id, payee }: Settlement): void {
  const found = frozen.get(id)
  if (!found) return
  const { yard, left, netBeforeYard, moved } = found
  const most = netBeforeYard > RULES.floor ? netBeforeYard - RULES.floor : 0n
  expect([seed, id, yard <= most || yard === 0n]).toEqual([seed, id, true])
  if (left < 0n) expect([seed, id, (deferred.get(payee) ?? 0n) >= 0n]).toEqual([seed, id, true])
  const isReduced = yard < RULES.yard && (deferred.get(payee) ?? 0n) >= left
  if (found.hasYard && isReduced && moved === 0n)
    expect([seed, id, yard, left]).toEqual([seed, id, most, RULES.yard - most])
}

/** Gross pay, deductions and net of the payee's live statements up to this date. */
async function checkYear({ carrier, seed, frozen }: MoneyState, approved: Settlement) {
  const { id, payee, settlementDate } = approved
  const own = [...frozen.values()].filter(
    (one) => one.live && one.payee === payee && one.date <= settlementDate,
  )
  const gross = own.reduce((sum, { pay }) => sum + pay, 0n)
  const net = own.reduce((sum, one) => sum + one.net, 0n)
  const rows = await pdfRows(await carrier.readPdf(id))
  const start = rows.findIndex(({ text }) => text.startsWith('Year to date'))
  const row = rows.slice(start).find(({ amounts }) => amounts.length > 0)
  const printed = row?.amounts.map(({ cents }) => cents)
  expect([seed, id, printed]).toEqual([seed, id, [gross, gross - net, net]])
}

/** What the lines add to gross pay: extra pay, and adjustments of revenue. */
export function sumExtraPayLines(lines: Line[]): Cents {
  const ofPay = lines.filter(
    ({ kind, restates }) => kind === 'extra-pay' || (kind === 'correction' && restates === null),
  )
  return ofPay.reduce((sum, { amount }) => sum - toCents(amount), 0n)
}

/** Null if the settlement has no line of backup withholding. */
export function findWithheldFrom(lines: Line[]): Cents | null {
  const line = lines.find(({ kind }) => kind === 'withholding')
  return line?.basisFigure ? toCents(line.basisFigure) : null
}
