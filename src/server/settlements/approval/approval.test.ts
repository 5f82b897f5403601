import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const date = '2026-11-20'
let carrier: TestCarrier

beforeEach(async () => {
  carrier = await createTestCarrier(app)
})

test('C3 A settlement goes through pending, approved, paid and void once, in that order', async () => {
  await carrier.createLoad(date)
  const { id } = await carrier.settle(date, { fuel: '100' })
  expect((await carrier.pay(id)).body).toMatchObject({ message: 'Approve this settlement first' })
  expect((await carrier.voidStatement(id)).status).toBe(409)
  expect((await carrier.approve(id)).body).toMatchObject({
    status: 'approved',
    number: 1,
    version: 2,
  })
  expect((await carrier.approve(id)).body).toMatchObject({ number: 1, version: 2 })
  const paid = { status: 'paid', paidOn: '2026-11-25', paymentMethod: 'check', version: 3 }
  expect((await carrier.pay(id)).body).toMatchObject(paid)
  expect((await carrier.pay(id)).status).toBe(409)
  expect((await carrier.approve(id)).body).toMatchObject(paid)
  expect((await carrier.voidStatement(id)).body).toMatchObject({
    status: 'void',
    voidReason: 'Wrong loads',
  })
  expect((await carrier.voidStatement(id)).status).toBe(409)
})

test('C3 Statement numbers have no gap after parallel, failed and voided approvals', async () => {
  const dates = Array.from({ length: 12 }, (_, index) => `2026-10-${10 + index}`)
  const ids: number[] = []
  for (const day of dates) {
    const hauled = await carrier.createLoad(day)
    const { id } = await carrier.settle(day)
    ids.push(id)
    const changed = { ...hauled, revenue: '7' }
    if (ids.length % 3 === 0) await carrier.client.put(`/api/loads/${hauled.id}`, changed)
  }
  const responses = await Promise.all(
    ids.flatMap((id) => [carrier.approve(id), carrier.approve(id)]),
  )
  const rejected = responses.filter(({ status }) => status === 409)
  expect(rejected).toHaveLength(8)
  const settlements = await Promise.all(ids.map((id) => carrier.readSettlement(id)))
  const numbers = settlements.flatMap(({ number }) => number ?? [])
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await carrier.voidStatement(ids[0] ?? 0)
  const third = ids[2] ?? 0
  await carrier.client.put(`/api/billing/${third}`, { recalculate: true })
  expect((await carrier.approve(third)).body.number).toBe(9)
})

test('C3 A void and a payment at the same time leave the statement void', async () => {
  await carrier.createLoad(date)
  const { id } = await carrier.settle(date)
  await carrier.approve(id)
  const [paid, voided] = await Promise.all([carrier.pay(id), carrier.voidStatement(id)])
  expect(voided.status).toBe(200)
  expect([200, 409]).toContain(paid.status)
  expect((await carrier.readSettlement(id)).status).toBe('void')
})

test('C3 No route can change a frozen statement', async () => {
  const hauled = await carrier.createLoad(date)
  const { id } = await carrier.settle(date, { fuel: '100' })
  const [line] = await carrier.readLines(id)
  await carrier.approve(id)
  const before = await carrier.readSettlement(id)
  const path = `/api/billing/${id}`
  const words =
    'Statement 1 is approved and locked. Void it, or add an adjustment to the next settlement.'
  for (const { status, body } of [
    await carrier.client.put(path, { fuel: '5' }),
    await carrier.client.put(path, { recalculate: true }),
    await carrier.client.put(path, { notes: 'later' }),
    await carrier.client.post(`${path}/expenses`, { category: 'fuel', amount: '5' }),
    await carrier.client.put(`${path}/expenses/${line?.id}`, { amount: '5' }),
    await carrier.client.send('DELETE', `${path}/expenses/${line?.id}`),
    await carrier.client.post(`${path}/apply-rules`),
    await carrier.client.send('DELETE', path),
  ])
    expect([status, body.message]).toEqual([409, words])
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '5' })
  await carrier.client.delete(`/api/loads/${hauled.id}`)
  expect(await carrier.readSettlement(id)).toEqual(before)
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
  await carrier.createLoad(date)
  const { id } = await carrier.settle(date, { fuel: '100' })
  await carrier.approve(id)
  const before = await carrier.readSettlement(id)
  const condition = statement.includes('insert')
    ? ` where id = ${id}`
    : buildCondition(statement, id)
  await expect(sql.raw(statement + condition).execute(database)).rejects.toThrow('is frozen')
  await carrier.pay(id)
  await expect(sql.raw(statement + condition).execute(database)).rejects.toThrow('is frozen')
  expect(await carrier.readSettlement(id)).toMatchObject({
    totalRevenue: before.totalRevenue,
    fuel: '100.00',
  })
})

function buildCondition(statement: string, id: number): string {
  return / billing/.test(statement) ? ` where id = ${id}` : ` where billing_id = ${id}`
}

test('C3 The PDF of a frozen statement keeps its bytes when the records around it change', async () => {
  await carrier.client.post('/api/settings', { companyName: 'Blue Ridge' })
  const hauled = await carrier.createLoad(date)
  const owner = (await carrier.client.post('/api/owners', makeSample('owners'))).body
  const truck = (await carrier.client.get(`/api/trucks/${carrier.truckId}`)).body
  await carrier.client.put(`/api/trucks/${carrier.truckId}`, { ...truck, ownerId: owner.id })
  const { id } = await carrier.settle(date, { fuel: '100' })
  expect((await pdfText(await carrier.readPdf(id)))[0]).toContain('DRAFT')
  await carrier.approve(id)
  const frozen = await carrier.readPdf(id)
  const [page] = await pdfText(frozen)
  expect(page).not.toContain('DRAFT')
  expect(page).toContain('Statement 1, settlement date')
  await carrier.client.put(`/api/trucks/${carrier.truckId}`, {
    ...truck,
    truckId: 'Other',
    ownerId: null,
  })
  await carrier.client.put(`/api/owners/${owner.id}`, { ...owner, name: 'Other' })
  await carrier.client.put(`/api/loads/${hauled.id}`, { ...hauled, revenue: '5' })
  await carrier.createLoad(date, '77')
  const company = (await carrier.client.get('/api/settings')).body
  await carrier.client.put(`/api/settings/${company.id}`, { ...company, companyName: 'Red' })
  expect((await carrier.readPdf(id)).equals(frozen)).toBe(true)
  await carrier.pay(id)
  const paid = await carrier.readPdf(id)
  expect((await pdfText(paid))[0]).toMatch(/11\/25\/2026\s*Check\s*1001/)
  expect((await carrier.readPdf(id)).equals(paid)).toBe(true)
  await carrier.voidStatement(id)
  expect((await pdfText(await carrier.readPdf(id)))[0]).toContain('VOID')
})

test('C3 A void settlement frees its truck, date and balances, and does not count in any total', async () => {
  await carrier.createLoad(date)
  await carrier.createRule({ balance: 'advance', total: '100', description: 'Advance' })
  const first = await carrier.settle(date)
  await carrier.approve(first.id)
  await carrier.voidStatement(first.id)
  const query = `truckId=${carrier.truckId}&settlementDate=${date}&today=${date}`
  const preview = (await carrier.client.get(`/api/settlements/preview?${query}`)).body
  expect(preview).toMatchObject({ billing: null, yearToDate: { expenses: '0.00' } })
  const second = await carrier.settle(date)
  expect(second.other).toBe('100.00')
  expect((await carrier.settle(date)).id).toBe(second.id)
  const [again, before] = (await carrier.client.get<unknown[]>('/api/billing')).body
  expect([again, before]).toMatchObject([{ id: second.id }, { id: first.id, other: '100.00' }])
  const dashboard = (await carrier.client.get(`/api/dashboard?today=${date}`)).body
  expect(dashboard.expenses).toMatchObject({ thisWeek: '100.00' })
})

test('C3 An old version changes nothing, and another account gets 404', async () => {
  await carrier.createLoad(date)
  const { id, version } = await carrier.settle(date)
  await carrier.client.put(`/api/billing/${id}`, { fuel: '5' })
  const old = { 'if-match': `"${version}"` }
  expect((await carrier.client.post(`/api/billing/${id}/approve`, undefined, old)).status).toBe(412)
  const other = await signUp(app)
  for (const step of ['approve', 'pay', 'void']) {
    const body = { paidOn: date, paymentMethod: 'check', reason: 'x' }
    expect((await other.post(`/api/billing/${id}/${step}`, body)).status).toBe(404)
  }
  const bad = await carrier.client.post(`/api/billing/${id}/pay`, {
    paidOn: date,
    paymentMethod: 'gold',
  })
  expect([bad.status, Object.keys(bad.body.fields as object)]).toEqual([400, ['paymentMethod']])
})

test.each(['2031-05-05', '1999-12-31'])(
  'C318 Approval on %s must be confirmed: it decides the year of a net of 0.00',
  async (approvedOn) => {
    await carrier.createLoad(date)
    const { id } = await carrier.settle(date, { fuel: '1000' })
    const path = `/api/billing/${id}/approve`
    const asked = await carrier.client.post(path, { approvedOn })
    expect([asked.status, asked.body.confirm]).toEqual([409, 'approvedOn'])
    expect((await carrier.readSettlement(id)).status).toBe('pending')
    const sent = { approvedOn, confirmed: ['approvedOn'] }
    expect((await carrier.client.post(path, sent)).body).toMatchObject({
      status: 'paid',
      paidOn: approvedOn,
    })
  },
)
