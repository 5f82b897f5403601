/** Supplements: one draft for a load, and nothing is billed twice, in any order of requests and changes until approval. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice, Rebilled } from '#core/invoices/responses.ts'
import { constraintOf } from '#server/database/transaction.ts'
import { openBiller, type Biller } from '#server/testing/invoices/biller.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()

let biller: Biller

beforeEach(async () => {
  biller = await openBiller(app)
})

const HAUL = { kind: 'line-haul', amount: '2400.00' }
const DETENTION = { kind: 'detention', amount: '150.00', approval: 'approved' }

const constraintOfWrite = async (write: Promise<unknown>) =>
  constraintOf(await write.catch((error: unknown) => error))

/** An approved invoice of the load's revenue, and a draft that bills the detention which was added. */
async function supplementDetention(): Promise<{ load: Body; invoice: Invoice; draft: Invoice }> {
  const load = await biller.addLoad()
  const invoice = await biller.invoiceOf(load)
  await biller.setCharges(load, [HAUL, DETENTION])
  const draft = await biller.must<Invoice>('POST', `/api/invoices/${invoice.id}/supplement`)
  return { load, invoice, draft }
}

test('C252 If several people bill the difference at once, one gets a draft, the others 409', async () => {
  const load = await biller.addLoad()
  const invoice = await biller.invoiceOf(load)
  await biller.setCharges(load, [HAUL, DETENTION])
  const path = `/api/invoices/${invoice.id}/supplement`
  const made = await Promise.all([1, 2, 3].map(() => biller.client.post(path, {})))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(made.find(({ status }) => status === 409)?.body.message).toBe(
    `A draft already bills the difference for load ${load.loadId}`,
  )
  const drafts = await biller.client.get<Invoice[]>('/api/invoices?status=draft')
  expect(drafts.body).toMatchObject([{ total: '150.00', supplementsId: invoice.id }])
  // Once the draft is deleted, the difference can be billed again.
  expect((await biller.client.delete(`/api/invoices/${drafts.body[0]?.id}`)).status).toBe(204)
  expect((await biller.client.post(path, {})).status).toBe(201)
})

test('C252 The database rejects a second draft of a supplement for a load', async () => {
  const { load, invoice } = await supplementDetention()
  const second = sql`with one as (select user_id, broker_id from invoices where id = ${invoice.id}),
      made as (insert into invoices (user_id, broker_id, terms_days, supplements_id)
        select user_id, broker_id, 0, ${invoice.id} from one returning user_id, id)
    select * from made`
  const { rows } = await second.execute(database)
  const { userId, id } = rows[0] as { userId: string; id: number }
  const added = sql`insert into invoice_loads (user_id, invoice_id, load_id, supplement)
    values (${userId}, ${id}, ${load.id}, true)`.execute(database)
  expect(await constraintOfWrite(added)).toBe('invoice_loads_one_supplement')
})

test('C253 A supplement is rejected if a billed charge was entered again before its approval', async () => {
  const { load, draft } = await supplementDetention()
  // The charges have new ids, so no invoice line has them.
  await biller.setCharges(load, [HAUL, DETENTION])
  expect((await biller.details(draft.id)).total).toBe('2550.00')
  const rejected = await biller.client.post(`/api/invoices/${draft.id}/approve`)
  expect([rejected.status, rejected.body.message]).toEqual([
    409,
    `This would bill more for load ${load.loadId} than its charges total today. Credit the billed charges that changed first.`,
  ])
  const many = await biller.must('POST', '/api/invoices/approve', { ids: [draft.id] })
  expect(many).toMatchObject({ results: [{ error: rejected.body.message }] })
})

test('C253 The database rejects a second line of a typed revenue', async () => {
  const load = await biller.addLoad()
  const invoice = await biller.invoiceOf(load)
  const [draft] = await biller.draft([await biller.addLoad()])
  const added = sql`insert into invoice_lines (user_id, invoice_id, number, load_id, kind, amount)
    select user_id, ${draft?.id}, 1, ${load.id}, 'line-haul', 2400 from invoices where id = ${invoice.id}`
  expect(await constraintOfWrite(added.execute(database))).toBe('invoice_lines_revenue_key')
})

test('C253 The database rejects an invoice that bills more for a load than its charges', async () => {
  const { load, draft } = await supplementDetention()
  const write = database.transaction().execute(async (work) => {
    await sql`insert into invoice_lines (user_id, invoice_id, number, load_id, charge_id, kind, amount)
      select user_id, id, 1, ${load.id}, 999999999, 'line-haul', 2400 from invoices where id = ${draft.id}`.execute(
      work,
    )
    await sql`update invoices set state = 'approved', number = 'X', sequence = 2, total = 2400, approved_at = now(),
        invoice_date = '2026-11-01', due_on = '2026-11-01' where id = ${draft.id}`.execute(work)
  })
  expect(await constraintOfWrite(write)).toBe('invoices_billed_twice')
})

test('C253 A supplement bills added charges, also after a part of the invoice was credited', async () => {
  const load = await biller.addLoad()
  const [haul] = await biller.setCharges(load, [HAUL])
  const invoice = await biller.invoiceOf(load)
  const [line] = invoice.lines
  const credit = {
    on: '2099-01-02',
    confirmed: ['on'],
    reason: 'Late',
    lines: [{ lineId: line?.id, amount: '100.00' }],
  }
  await biller.must('POST', `/api/invoices/${invoice.id}/credit`, credit)
  const charges = await biller.setCharges(load, [haul ?? {}, DETENTION])
  const path = `/api/invoices/${invoice.id}/supplement`
  const first = await biller.must<Invoice>('POST', path)
  expect((await biller.approve(first.id)).total).toBe('150.00')
  await biller.setCharges(load, [
    { ...charges[0], amount: '2300.00' },
    charges[1] ?? {},
    { ...DETENTION, amount: '60' },
  ])
  const second = await biller.must<Invoice>('POST', path)
  expect((await biller.approve(second.id)).total).toBe('60.00')
})

const REBILL = { on: '2099-01-02', reason: 'Wrong hours', confirmed: ['on', 'invoiceDate'] }
const rebill = (id: number) => biller.must<Rebilled>('POST', `/api/invoices/${id}/rebill`, REBILL)

test('C332 Credit and Rebill of a supplement makes a supplement with the charges as they are today', async () => {
  const { load, invoice, draft } = await supplementDetention()
  const second = await biller.approve(draft.id)
  const path = `/api/loads/${load.id}/charges`
  const { charges } = (await biller.client.get<{ charges: Body[] }>(path)).body
  await biller.setCharges(load, [charges[0] ?? {}, { ...charges[1], amount: '120.00' }])
  const made = await rebill(second.id)
  expect(made.credit).toMatchObject({ total: '-150.00', creditsId: second.id })
  expect(made.draft).toMatchObject({
    total: '120.00',
    rebillsId: second.id,
    supplementsId: invoice.id,
    loads: [{ id: load.id }],
  })
  expect((await biller.approve(made.draft.id)).total).toBe('120.00')
  expect(await biller.details(invoice.id)).toMatchObject({ hasDrift: false, openAmount: '2400.00' })
  // A rebilled supplement can be rebilled again.
  expect((await rebill(made.draft.id)).draft.total).toBe('120.00')
})

test('C332 A supplement is rebilled after its invoice was rebilled, too', async () => {
  const { invoice, draft } = await supplementDetention()
  const second = await biller.approve(draft.id)
  const main = await rebill(invoice.id)
  // While the new invoice is a draft, the supplement belongs to the old one.
  const early = await rebill(second.id)
  expect(early.draft).toMatchObject({ supplementsId: invoice.id })
  expect((await biller.approve(main.draft.id)).total).toBe('2550.00')
  expect((await biller.details(early.draft.id)).total).toBe('0.00')
  expect((await biller.client.delete(`/api/invoices/${main.draft.id}`)).status).toBe(409)
})

test('C332 The new supplement names the invoice that bills the load now', async () => {
  const { invoice, draft } = await supplementDetention()
  const second = await biller.approve(draft.id)
  const main = await biller.approve((await rebill(invoice.id)).draft.id)
  expect(main.total).toBe('2400.00')
  const made = await rebill(second.id)
  expect(made.draft).toMatchObject({ total: '150.00', supplementsId: main.id })
  expect((await biller.approve(made.draft.id)).total).toBe('150.00')
})

test('C332 If no other invoice bills the load, the rebilled supplement is an invoice of the whole load', async () => {
  const { load, invoice, draft } = await supplementDetention()
  const second = await biller.approve(draft.id)
  const all = { ...REBILL, whole: true }
  await biller.must('POST', `/api/invoices/${invoice.id}/credit`, all)
  const made = await rebill(second.id)
  expect(made.draft).toMatchObject({ total: '2550.00', supplementsId: null })
  expect((await biller.approve(made.draft.id)).loads).toMatchObject([{ id: load.id }])
})

test('C332 While another draft bills the difference, a supplement is not rebilled', async () => {
  const { load, invoice, draft } = await supplementDetention()
  const second = await biller.approve(draft.id)
  const path = `/api/loads/${load.id}/charges`
  const { charges } = (await biller.client.get<{ charges: Body[] }>(path)).body
  await biller.setCharges(load, [...charges, { kind: 'lumper', amount: '60.00' }])
  await biller.must('POST', `/api/invoices/${invoice.id}/supplement`)
  const rejected = await biller.client.post(`/api/invoices/${second.id}/rebill`, REBILL)
  expect([rejected.status, rejected.body.message]).toEqual([
    409,
    `A draft already bills the difference for load ${load.loadId}`,
  ])
})
