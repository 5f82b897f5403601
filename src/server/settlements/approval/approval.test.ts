import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const date = '2026-11-20'
let at: Settling

beforeEach(async () => {
  at = await settling(app)
})

test('C3 A settlement goes through pending, approved, paid and void once, in that order', async () => {
  await at.load(date)
  const { id } = await at.settle(date, { fuel: '100' })
  expect((await at.pay(id)).body).toMatchObject({ message: 'Approve this settlement first' })
  expect((await at.voidIt(id)).status).toBe(409)
  expect((await at.approve(id)).body).toMatchObject({ status: 'approved', number: 1, version: 2 })
  expect((await at.approve(id)).body).toMatchObject({ number: 1, version: 2 })
  const paid = { status: 'paid', paidOn: '2026-11-25', paymentMethod: 'check', version: 3 }
  expect((await at.pay(id)).body).toMatchObject(paid)
  expect((await at.pay(id)).status).toBe(409)
  expect((await at.approve(id)).status).toBe(409)
  expect((await at.voidIt(id)).body).toMatchObject({ status: 'void', voidReason: 'Wrong loads' })
  expect((await at.voidIt(id)).status).toBe(409)
})

test('C3 Statement numbers have no gap after parallel, failed and voided approvals', async () => {
  const dates = Array.from({ length: 12 }, (_, index) => `2026-10-${10 + index}`)
  const ids: number[] = []
  for (const day of dates) {
    const hauled = await at.load(day)
    const { id } = await at.settle(day)
    ids.push(id)
    const changed = { ...hauled, revenue: '7' }
    if (ids.length % 3 === 0) await at.me.put(`/api/loads/${hauled.id}`, changed)
  }
  const responses = await Promise.all(ids.flatMap((id) => [at.approve(id), at.approve(id)]))
  const rejected = responses.filter(({ status }) => status === 409)
  expect(rejected).toHaveLength(8)
  const settlements = await Promise.all(ids.map((id) => at.read(id)))
  const numbers = settlements.flatMap(({ number }) => number ?? [])
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await at.voidIt(ids[0] ?? 0)
  const third = ids[2] ?? 0
  await at.me.put(`/api/billing/${third}`, { recalculate: true })
  expect((await at.approve(third)).body.number).toBe(9)
})

test('C3 A void and a payment at the same time leave the statement void', async () => {
  await at.load(date)
  const { id } = await at.settle(date)
  await at.approve(id)
  const [paid, voided] = await Promise.all([at.pay(id), at.voidIt(id)])
  expect(voided.status).toBe(200)
  expect([200, 409]).toContain(paid.status)
  expect((await at.read(id)).status).toBe('void')
})

test('C3 No route can change a frozen statement', async () => {
  const hauled = await at.load(date)
  const { id } = await at.settle(date, { fuel: '100' })
  const [line] = await at.lines(id)
  await at.approve(id)
  const before = await at.read(id)
  const path = `/api/billing/${id}`
  const words =
    'Statement 1 is approved and locked. Void it, or add an adjustment to the next settlement.'
  for (const { status, body } of [
    await at.me.put(path, { fuel: '5' }),
    await at.me.put(path, { recalculate: true }),
    await at.me.put(path, { notes: 'later' }),
    await at.me.post(`${path}/expenses`, { category: 'fuel', amount: '5' }),
    await at.me.put(`${path}/expenses/${line?.id}`, { amount: '5' }),
    await at.me.send('DELETE', `${path}/expenses/${line?.id}`),
    await at.me.post(`${path}/apply-rules`),
    await at.me.send('DELETE', path),
  ])
    expect([status, body.message]).toEqual([409, words])
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '5' })
  await at.me.delete(`/api/loads/${hauled.id}`)
  expect(await at.read(id)).toEqual(before)
})

test.each([
  'update billing set fuel = 1, total_revenue = 5',
  "update billing set settlement_date = '2026-01-01'",
  "update billing set status = 'pending', number = null",
  'update billing set number = 7',
  "update billing set notes = 'x'",
  'delete from billing',
  'update expenses set amount = 1',
  'delete from expenses',
  `insert into expenses (user_id, billing_id, truck_id, category, amount, date)
    select user_id, id, truck_id, 'fuel', 5, settlement_date from billing`,
  "update statement_snapshots set snapshot = '{}'",
  'delete from statement_snapshots',
])('C3 The database rejects a change of a frozen statement: %s', async (statement) => {
  await at.load(date)
  const { id } = await at.settle(date, { fuel: '100' })
  await at.approve(id)
  const before = await at.read(id)
  const condition = statement.includes('insert') ? ` where id = ${id}` : where(statement, id)
  await expect(sql.raw(statement + condition).execute(database)).rejects.toThrow('is frozen')
  await at.pay(id)
  await expect(sql.raw(statement + condition).execute(database)).rejects.toThrow('is frozen')
  expect(await at.read(id)).toMatchObject({ totalRevenue: before.totalRevenue, fuel: '100.00' })
})

function where(statement: string, id: number): string {
  return / billing/.test(statement) ? ` where id = ${id}` : ` where billing_id = ${id}`
}

test('C3 The PDF of a frozen statement keeps its bytes when the records around it change', async () => {
  await at.me.post('/api/settings', { companyName: 'Blue Ridge' })
  const hauled = await at.load(date)
  const owner = (await at.me.post('/api/owners', makeSample('owners'))).body
  const truck = (await at.me.get(`/api/trucks/${at.truckId}`)).body
  await at.me.put(`/api/trucks/${at.truckId}`, { ...truck, ownerId: owner.id })
  const { id } = await at.settle(date, { fuel: '100' })
  expect((await pdfText(await at.pdf(id)))[0]).toContain('DRAFT')
  await at.approve(id)
  const frozen = await at.pdf(id)
  const [page] = await pdfText(frozen)
  expect(page).not.toContain('DRAFT')
  expect(page).toContain('Statement 1, settlement date')
  await at.me.put(`/api/trucks/${at.truckId}`, { ...truck, truckId: 'Other', ownerId: null })
  await at.me.put(`/api/owners/${owner.id}`, { ...owner, name: 'Other' })
  await at.me.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '5' })
  await at.load(date, '77')
  const company = (await at.me.get('/api/settings')).body
  await at.me.put(`/api/settings/${company.id}`, { ...company, companyName: 'Red' })
  expect((await at.pdf(id)).equals(frozen)).toBe(true)
  await at.pay(id)
  const paid = await at.pdf(id)
  expect((await pdfText(paid))[0]).toMatch(/11\/25\/2026\s*Check\s*1001/)
  expect((await at.pdf(id)).equals(paid)).toBe(true)
  await at.voidIt(id)
  expect((await pdfText(await at.pdf(id)))[0]).toContain('VOID')
})

test('C3 A void settlement frees its truck, date and balances, and counts in no total', async () => {
  await at.load(date)
  await at.rule({ balance: 'advance', total: '100', description: 'Advance' })
  const first = await at.settle(date)
  await at.approve(first.id)
  await at.voidIt(first.id)
  const query = `truckId=${at.truckId}&settlementDate=${date}&today=${date}`
  const preview = (await at.me.get(`/api/settlements/preview?${query}`)).body
  expect(preview).toMatchObject({ billing: null, yearToDate: { expenses: '0.00' } })
  const second = await at.settle(date)
  expect(second.other).toBe('100.00')
  expect((await at.settle(date)).id).toBe(second.id)
  const [again, before] = (await at.me.get<unknown[]>('/api/billing')).body
  expect([again, before]).toMatchObject([{ id: second.id }, { id: first.id, other: '100.00' }])
  const dashboard = (await at.me.get(`/api/dashboard?today=${date}`)).body
  expect(dashboard.expenses).toMatchObject({ thisWeek: '100.00' })
})

test('C3 An old version changes nothing, and another account gets 404', async () => {
  await at.load(date)
  const { id, version } = await at.settle(date)
  await at.me.put(`/api/billing/${id}`, { fuel: '5' })
  const old = { 'if-match': `"${version}"` }
  expect((await at.me.post(`/api/billing/${id}/approve`, undefined, old)).status).toBe(412)
  const other = await signUp(app)
  for (const step of ['approve', 'pay', 'void']) {
    const body = { paidOn: date, paymentMethod: 'check', reason: 'x' }
    expect((await other.post(`/api/billing/${id}/${step}`, body)).status).toBe(404)
  }
  const bad = await at.me.post(`/api/billing/${id}/pay`, { paidOn: date, paymentMethod: 'gold' })
  expect([bad.status, Object.keys(bad.body.fields as object)]).toEqual([400, ['paymentMethod']])
})
