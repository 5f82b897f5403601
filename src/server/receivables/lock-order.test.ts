/**
 * Every change locks loads before invoices, so that two people never wait for each other. Each step is started while
 * someone else holds the loads of its invoices. It has to wait for them, and must not hold an invoice meanwhile.
 */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ScheduleDetails } from '#core/factoring/responses.ts'
import type { Work } from '#server/database/open.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
  partOf,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { testApp } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'

const { app, database } = await testApp()

/** Returns the status of the step, and whether it locked an invoice before the loads. */
async function runBehindLoads(invoiceIds: number[], step: () => Promise<{ status: number }>) {
  const order = await database.transaction().execute(async (work) => {
    await sql`select from loads where id in (select load_id from invoice_loads where invoice_id = any(${invoiceIds}::bigint[]))
      order by id for no key update`.execute(work)
    const running = step()
    const ended = running.then(() => 'waits for no load')
    const first = await Promise.race([waitUntilBlocked(database, 1).then(() => 'waits'), ended])
    return { running, first, invoices: await findLocked(work, invoiceIds) }
  })
  const { status } = await order.running
  return { status, first: order.first, invoices: order.invoices }
}

async function findLocked(work: Work, ids: number[]) {
  const { rows } = await sql`select id from invoices where id = any(${ids}::bigint[])
    for no key update skip locked`.execute(work)
  return rows.length === ids.length ? 'free' : 'locked before their loads'
}

const inOrder = (status: number) => ({ status, first: 'waits', invoices: 'free' })

let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

const ACCEPTED = { kind: 'short-pay-accepted', amount: '50', reason: 'Late', bears: 'carrier' }
const WRITE_OFF = { kind: 'write-off', amount: '10', reason: 'Small' }

test('C254 Money that is taken, applied, taken off and reversed locks loads before invoices', async () => {
  const ids = [await carrier.createInvoice({}), await carrier.createInvoice({})]
  const [one = 0, two = 0] = ids
  const parts = [partOf(two, '100', ACCEPTED), partOf(one, '100', ACCEPTED)]
  const taken = await runBehindLoads(ids, () =>
    carrier.take({ amount: '500', reference: '1', parts }),
  )
  expect(taken).toEqual(inOrder(201))
  const receipt = (await carrier.client.get<{ id: number }[]>('/api/receipts')).body[0]?.id ?? 0
  const day = { day: '2026-10-21' }
  const applied = { ...day, parts: [partOf(one, '100', ACCEPTED)] }
  expect(await runBehindLoads(ids, () => carrier.apply(receipt, applied))).toEqual(inOrder(201))
  const [first] = (await carrier.readReceipt(receipt)).parts
  expect(await runBehindLoads(ids, () => carrier.takeOff(receipt, first?.id ?? 0, day))).toEqual(
    inOrder(200),
  )
  expect(await runBehindLoads(ids, () => carrier.reverse(receipt, day))).toEqual(inOrder(200))
})

test('C254 Differences that are decided and undone lock loads before invoices', async () => {
  const id = await carrier.createInvoice({})
  const day = { day: '2026-10-21' }
  const decided = { ...day, parts: [partOf(id, '0', WRITE_OFF)] }
  expect(await runBehindLoads([id], () => carrier.decide(decided))).toEqual(inOrder(201))
  const [difference] = (await carrier.readOfInvoice(id)).differences
  expect(
    await runBehindLoads([id], () => carrier.undoDifference(difference?.id ?? 0, day)),
  ).toEqual(inOrder(200))
})

test('C254 Schedules and reports of a factor lock loads before invoices', async () => {
  const { client, bill, schedule, report } = await createFactoredCarrier(app)
  const invoice = await bill('1000.00')
  const draft = (await schedule([invoice.id])).body
  const ids = [invoice.id]
  const path = (id: number) => `/api/factor-schedules/${id}`
  const ended = { on: '2026-11-04', reason: 'Not taken', confirmed: ['on'] }
  const submit = (id: number) => () => client.post<ScheduleDetails>(`${path(id)}/submit`)
  expect(await runBehindLoads(ids, submit(draft.id))).toEqual(inOrder(200))
  expect(await runBehindLoads(ids, () => client.post(`${path(draft.id)}/void`, ended))).toEqual(
    inOrder(200),
  )
  const again = (await schedule(ids)).body
  await client.post(`${path(again.id)}/submit`)
  const entries = [
    { kind: 'advance', invoiceId: invoice.id, amount: '900.00' },
    { kind: 'fee', invoiceId: invoice.id, amount: '30.00' },
    { kind: 'reserve', invoiceId: invoice.id, amount: '70.00' },
    { kind: 'debtor-paid', invoiceId: invoice.id, amount: '1000.00' },
  ]
  let deposit = 0
  const posted = await runBehindLoads(ids, async () => {
    const made = await report('900.00', entries)
    deposit = made.body.id
    return made
  })
  expect(posted).toEqual(inOrder(201))
  const voided = () =>
    client.post(`/api/factor-deposits/${deposit}/void`, { ...ended, on: '2026-11-06' })
  expect(await runBehindLoads(ids, voided)).toEqual(inOrder(200))
})

test('C254 Void, credit, rebill and supplement lock loads before invoices', async () => {
  const { client } = carrier
  const [one, two, three] = [
    await carrier.createInvoice({}),
    await carrier.createInvoice({}),
    await carrier.createInvoice({}),
  ]
  const why = { on: '2026-11-01', reason: 'Wrong', confirmed: ['on'] }
  const post = (id: number, step: string) => () => client.post(`/api/invoices/${id}/${step}`, why)
  expect(await runBehindLoads([one], post(one, 'void'))).toEqual(inOrder(200))
  expect(await runBehindLoads([two], post(two, 'credit'))).toEqual(inOrder(201))
  expect(await runBehindLoads([three], post(three, 'rebill'))).toEqual(inOrder(201))
})

test('C254 Two people who accept short pays at once, in opposite order, do not deadlock', async () => {
  const ids: number[] = []
  for (let at = 0; at < 4; at++) ids.push(await carrier.createInvoice({ total: '1000' }))
  const before = await countDeadlocks()
  const take = (invoiceIds: number[], reference: string) =>
    carrier.take({
      amount: '400',
      reference,
      parts: invoiceIds.map((id) => partOf(id, '100', { ...ACCEPTED, bears: 'owner' })),
    })
  const [first, second] = ids.slice(0, 2)
  const taken = await Promise.all([
    ...[take(ids, '1'), take(ids.toReversed(), '2')],
    ...[take([first ?? 0, second ?? 0], '3'), take([second ?? 0, first ?? 0], '4')],
  ])
  expect(taken.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(await Promise.all(ids.map((id) => carrier.readOpen(id)))).toEqual([
    '400.00',
    '400.00',
    '700.00',
    '700.00',
  ])
  expect(await countDeadlocks()).toBe(before)
})

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select deadlocks::integer as n from pg_stat_database
    where datname = current_database()`.execute(database)
  return rows[0]?.n ?? 0
}
