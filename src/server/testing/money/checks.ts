/** Checks what must hold in every history: the product's figures are the model's figures. */
import { expect } from 'vitest'
import type { Payment } from '#core/payments/payments.ts'
import { readStatementText } from './frozen-statements.ts'
import { calculateOwed, restate, restatedNet } from './model.ts'
import { toCents, type MoneyState } from './state.ts'

/** Checks what statements still owe to each payee, less unapplied money. */
export async function checkMoney(state: MoneyState): Promise<void> {
  const { carrier, seed, ledgers } = state
  await readPayments(state)
  type Open = { payee: string; open: string; unapplied: string }
  const { body } = await carrier.client.get<{ payees: Open[] }>('/api/payments/open')
  const found = new Map(
    body.payees.map(({ payee, open, unapplied }) => [payee, toCents(open) - toCents(unapplied)]),
  )
  for (const [payee, ledger] of ledgers)
    expect([seed, payee, found.get(payee) ?? 0n]).toEqual([seed, payee, calculateOwed(ledger)])
}

/** Records what was posted, reversed or closed. A posted payment never changes otherwise. */
async function readPayments({ carrier, payments, ledger }: MoneyState): Promise<void> {
  const { body } = await carrier.client.get<Payment[]>('/api/payments')
  for (const payment of body) {
    const before = payments.get(payment.id)
    ledger(payment.payee).cash += findCash(payment) - (before ? findCash(before) : 0n)
    if (before) expect(findPosted(payment)).toEqual(findPosted(before))
    if (before?.reversal) expect(payment.reversal).toBe(before.reversal)
    payments.set(payment.id, payment)
  }
  expect(body).toHaveLength(payments.size)
}

function findCash({ amount, closed, reversal }: Payment): bigint {
  return reversal === null ? toCents(amount) - toCents(closed) : 0n
}

function findPosted({ payee, paidOn, method, reference, amount }: Payment) {
  return { payee, paidOn, method, reference, amount }
}

/** Checks that the adjustments, made and open, restate each frozen statement to its current loads by its own rules. */
export async function checkAdjustments(state: MoneyState): Promise<void> {
  const { carrier, seed, frozen } = state
  const { body } =
    await carrier.client.get<{ billingId: number; net: string }[]>('/api/settlements/drift')
  const open = new Map(body.map(({ billingId, net }) => [billingId, toCents(net)]))
  const made = new Map<number, bigint>()
  for (const { id, status } of await state.readAll())
    for (const { kind, corrects, amount } of status === 'void' ? [] : await carrier.readLines(id))
      if (kind === 'correction' && corrects !== null)
        made.set(corrects, (made.get(corrects) ?? 0n) - toCents(amount))
  for (const [id, { live, truck, date, loads }] of frozen) {
    if (!live) continue
    const net = (now: typeof loads) => restatedNet(restate(now, state.rulesOf(truck)))
    const due = net(state.loadsAt(truck, date)) - net(loads)
    expect([seed, id, (made.get(id) ?? 0n) + (open.get(id) ?? 0n)]).toEqual([seed, id, due])
  }
}

/** Checks that frozen figures never change, numbers have no gaps, and every check is in the register. */
export async function checkStatements({
  carrier,
  frozen,
  payments,
  readAll,
}: MoneyState): Promise<void> {
  for (const [id, { text }] of frozen) expect(await readStatementText(carrier, id)).toBe(text)
  const numbers = (await readAll()).flatMap(({ number }) => number ?? [])
  const inOrder = numbers.toSorted((one, other) => one - other)
  expect(inOrder).toEqual(inOrder.map((_, index) => index + 1))
  const path = '/api/payments/register.csv?from=2026-01-01&to=2027-12-31'
  const { text: register } = await carrier.client.get(path)
  for (const { reference } of payments.values()) expect(register).toContain(reference)
}
