/** What can't be deleted, and why (SPEC C356, C357). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { RecordUse } from '#core/entities/record-use.ts'
import { accountMessages } from '#core/messages.ts'
import { listLinksTo } from '#core/tables.ts'
import { snakeCase } from '#server/database/values.ts'
import { listOperations, type ApiPage } from '#server/testing/fuzz/calls.ts'
import { createCarrierWithInvoices } from '#server/testing/receipts/carrier-with-invoices.ts'
import { openBiller } from '#server/testing/invoices/biller.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { useEveryFeature } from '#server/testing/used-account.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()

test('C356 A broker with invoices, money received or logged contacts can’t be deleted, and the answer counts them', async () => {
  const carrier = await createCarrierWithInvoices(app)
  const { client, brokerId } = carrier
  const refused = async (reason: string, use: RecordUse) => {
    const message = `This broker ${reason} and can't be deleted. Set the broker to Inactive instead.`
    const asked = await client.get(`/api/brokers/${brokerId}/links`)
    expect(asked.body).toMatchObject({ refusal: message })
    const rejected = await client.delete(`/api/brokers/${brokerId}`)
    expect([rejected.status, rejected.body]).toEqual([409, { message, ...use }])
    const bulk = await client.post('/api/brokers/bulk', { ids: [brokerId], delete: true })
    expect(bulk.body).toMatchObject({ done: 0, failed: [{ id: brokerId, message }] })
  }
  const first = await carrier.createInvoice({})
  await refused('has 1 invoice', { invoices: 1 })
  await carrier.createInvoice({})
  await client.post(`/api/invoices/${first}/contacts`, {
    day: '2026-11-20',
    kind: 'call',
    text: 'Pays on Friday',
    confirmed: ['day'],
  })
  await refused('has 2 invoices and 1 logged contact', { invoices: 2, contacts: 1 })
  const money = { brokerId, receivedOn: '2026-10-20', amount: '10.00', method: 'ach', parts: [] }
  const confirmed = ['receivedOn', 'day']
  expect((await client.post('/api/receipts', { ...money, confirmed })).status).toBe(201)
  const all = { invoices: 2, receipts: 1, contacts: 1 }
  await refused('has 2 invoices, 1 payment received and 1 logged contact', all)

  const viewer = await inviteMember(app, client, 'safety')
  const hidden = (await viewer.get<Body>(`/api/brokers/${brokerId}/links`)).body
  expect(hidden.refusal).toMatch(/^This broker is in use/)
})

test('C356 C169 A load on an invoice is refused before the question, also among others', async () => {
  const biller = await openBiller(app)
  const [load, other] = [await biller.addLoad(), await biller.addLoad()]
  const [draft] = await biller.draft([load])
  const [billed, free] = [load.id, other.id]
  const refusal = async () =>
    (await biller.client.get<{ refusal: string }>(`/api/loads/${billed}/links`)).body.refusal
  expect(await refusal()).toMatch(/ is on a draft invoice\. Take it off the draft first\.$/)
  await biller.approve(draft?.id ?? 0)
  const message = await refusal()
  expect(message).toMatch(/ is on invoice 1\. Void or credit the invoice first\.$/)
  expect((await biller.client.delete(`/api/loads/${billed}`)).body).toEqual({ message })
  const bulk = await biller.client.post('/api/loads/bulk', { ids: [billed, free], delete: true })
  expect(bulk.body).toMatchObject({ done: 1, failed: [{ id: billed, message }] })
})

test('C356 C68 An owner with a login is refused with the reason, also among others', async () => {
  const { client } = await createCarrierWithInvoices(app)
  const add = async () => (await client.post('/api/owners', makeSample('owners'))).body.id
  const [used, free] = [await add(), await add()]
  await inviteMember(app, client, 'owner', { ownerId: used })
  const message = 'This truck owner has a login. End the membership on the Team page first.'
  const asked = await client.get(`/api/owners/${used}/links`)
  expect(asked.body).toEqual({ linked: { trucks: 0, trailers: 0 }, refusal: message })
  const bulk = await client.post('/api/owners/bulk', { ids: [used, free], delete: true })
  expect(bulk.body).toMatchObject({ done: 1, failed: [{ id: used, message }] })
})

test('C357 A broker is active unless it is set to inactive, and lists can leave inactive ones out', async () => {
  const { client, brokerId } = await createCarrierWithInvoices(app)
  const path = `/api/brokers/${brokerId}`
  expect((await client.get(path)).body.status).toBe('active')
  const set = { ids: [brokerId], set: { status: 'inactive' } }
  expect((await client.post('/api/brokers/bulk', set)).body).toEqual({ done: 1, failed: [] })
  const active = (await client.get<Body[]>('/api/brokers?status=active')).body
  expect(active.map(({ id }) => id)).not.toContain(brokerId)
  const rejected = await client.post('/api/brokers', {
    ...makeSample('brokers', 9),
    status: 'gone',
  })
  expect(rejected.body.fields).toEqual({ status: ['Status must be Active or Inactive'] })
})

/** Deleted with the account, with its person, or by a route that is not about a record. */
const NOT_RECORDS = ['/api/account', '/api/auth/', '/api/sample', '/api/team/membership']

test('C356 Every route that deletes a record deletes it or says why not', async () => {
  const { client, ids } = await useEveryFeature(app)
  const page = (await client.get<ApiPage>('/api/docs/json')).body
  const routes = listOperations(page)
    .filter(({ method, path }) => method === 'DELETE' && path.includes('{'))
    .filter(({ path }) => !NOT_RECORDS.some((start) => path.startsWith(start)))
  expect(routes.length).toBeGreaterThan(20)
  const answers: string[] = []
  for (const { path } of routes.toReversed()) {
    const part = /([\w-]+)\/\{\w+\}$/.exec(path)?.[1] ?? ''
    const listed = await client.get<Body[]>(`/api/${part}?limit=100`)
    const known = Array.isArray(listed.body) ? listed.body.map(({ id }) => id) : []
    for (const id of new Set([...known, ids[part]])) {
      if (id === undefined) continue
      const whole = path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, of: string) =>
        of === part ? `${of}/${id}` : `${of}/${ids[of] ?? 1}`,
      )
      const { status, body } = await client.delete(whole)
      const said = String((body as { message?: string } | undefined)?.message ?? '')
      answers.push(`${status} ${whole} ${said}`)
    }
  }
  const unexplained = answers.filter(
    (answer) =>
      !/^(?:20[0-4]|40[0-9]|428) /.test(answer) ||
      answer.includes(accountMessages.tryAgain) ||
      (answer.startsWith('4') && answer.endsWith(' ')),
  )
  expect(unexplained).toEqual([])
})

test('C356 Each link that keeps a record has its reason: it is cleared, declared or counted', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and confdeltype <> 'c'
      and confrelid = any(${everyEntity.map(({ name }) => name)}::regclass[])`.execute(database)
  const cleared = everyEntity.flatMap(({ name, fields }) =>
    listReferences(fields).map((reference) => `${name}.${reference.name}`),
  )
  const declared = everyEntity.flatMap(({ name: to }) =>
    listLinksTo(to, ({ keepsLinked }) => keepsLinked).map(({ name, field }) => `${name}.${field}`),
  )
  const explained = [...cleared, ...declared, ...COUNTED].map(nameKey)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(explained.toSorted())
})

/** Logins, and what counts as settlements, balances, payments and invoices of the record. */
const COUNTED = [
  ...['members.ownerId', 'members.driverId'],
  ...['billing.truckId', 'expenses.truckId', 'balance_entries.truckId', 'payouts.truckId'],
  'receivable_entries.brokerId',
]

function nameKey(link: string): string {
  return `${snakeCase(link.replace('.', '_'))}_fkey`
}
