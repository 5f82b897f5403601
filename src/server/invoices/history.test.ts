/**
 * Random histories of invoices against a model that shares no code with the app: amounts are BigInt cents. Two people act at once.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Invoice, InvoiceDetails, Rebilled } from '#core/invoices/responses.ts'
import { openBiller, type Biller } from '#server/testing/invoices/biller.ts'
import { shortOrLong } from '#server/testing/long.ts'
import { testApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()

const cents = (amount: string) => BigInt(amount.replace('.', ''))
const sum = (amounts: bigint[]) => amounts.reduce((one, other) => one + other, 0n)
const LOADS = 3

type Step = { kind: string; load: number; at: number; amount: number }

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...['charge', 'charge', 'draft', 'draft', 'approve', 'approve', 'void', 'credit', 'part'],
    ...['rebill', 'supplement', 'delete', 'remove'],
  ),
  load: fc.nat(LOADS - 1),
  at: fc.nat(7),
  amount: fc.integer({ min: 1, max: 99_999 }),
})

const toAmount = (amount: number) =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

async function act(
  biller: Biller,
  loads: number[],
  { kind, load, at, amount }: Step,
): Promise<void> {
  const { client } = biller
  const id = loads[load] ?? 0
  const invoices = (await client.get<Invoice[]>('/api/invoices?sort=id')).body
  const one = invoices[at % Math.max(1, invoices.length)]
  const path = `/api/invoices/${one?.id ?? 0}`
  const why = { on: accountDay(), reason: 'Random' }
  const results = {
    async charge() {
      const { charges } = (await client.get<{ charges: object[] }>(`/api/loads/${id}/charges`)).body
      const added = {
        kind: at % 2 ? 'detention' : 'line-haul',
        amount: toAmount(amount),
        approval: 'approved',
      }
      return client.put(`/api/loads/${id}/charges`, { charges: [...charges.slice(0, 4), added] })
    },
    async remove() {
      const { charges } = (await client.get<{ charges: object[] }>(`/api/loads/${id}/charges`)).body
      return client.put(`/api/loads/${id}/charges`, { charges: charges.slice(1) })
    },
    draft: () =>
      client.post('/api/invoices', {
        brokerId: biller.brokerId,
        loadIds: at % 3 ? [id] : loads,
        each: at % 2 > 0,
      }),
    approve: () => client.post(`${path}/approve`, {}),
    void: () => client.post(`${path}/void`, why),
    credit: () => client.post(`${path}/credit`, { ...why, whole: true }),
    async part() {
      const [line] = (await client.get<InvoiceDetails>(path)).body.lines ?? []
      return client.post(`${path}/credit`, {
        ...why,
        lines: [{ lineId: line?.id ?? 1, amount: toAmount(amount) }],
      })
    },
    rebill: () => client.post<Rebilled>(`${path}/rebill`, why),
    supplement: () => client.post(`${path}/supplement`, {}),
    delete: () => client.delete(path),
  }[kind]
  const { status, text } = (await results?.()) ?? { status: 500, text: kind }
  expect([kind, status < 500 ? '' : text]).toEqual([kind, ''])
}

/** Checks what must be true after every history, using only the API. */
async function check({ client }: Biller): Promise<void> {
  const listed = (await client.get<Invoice[]>('/api/invoices?sort=id')).body
  const all = await Promise.all(
    listed.map(async ({ id }) => (await client.get<InvoiceDetails>(`/api/invoices/${id}`)).body),
  )
  const billed = new Map<number, number>()
  for (const invoice of all) {
    expect(cents(invoice.total)).toBe(sum(invoice.lines.map(({ amount }) => cents(amount))))
    const standing = invoice.credits.filter(({ state }) => state === 'approved')
    const credited = -sum(standing.map(({ total }) => cents(total)))
    const owed = invoice.kind === 'invoice' && invoice.state === 'approved'
    expect(cents(invoice.openAmount)).toBe(owed ? cents(invoice.total) - credited : 0n)
    expect(cents(invoice.openAmount) >= 0n).toBe(true)
    if (!owed) continue
    for (const { chargeId, left } of invoice.lines)
      if (chargeId !== null && cents(left ?? '0.00') !== 0n)
        billed.set(chargeId, (billed.get(chargeId) ?? 0) + 1)
  }
  expect([...billed.values()].filter((count) => count > 1)).toEqual([])
  const numbers = all.flatMap(({ number }) => (number === null ? [] : [Number(number)]))
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1))
}

test('C165 C166 C169 After any actions of two people, totals, open amounts and numbers are right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, step), { minLength: 8, maxLength: 16 }),
      async (pairs) => {
        const biller = await openBiller(app)
        const loads: number[] = []
        for (let at = 0; at < LOADS; at++) loads.push((await biller.addLoad()).id)
        for (const pair of pairs) await Promise.all(pair.map((one) => act(biller, loads, one)))
        await check(biller)
      },
    ),
    { numRuns: shortOrLong(3, 40) },
  )
}, 180_000)
