import { expect, test } from 'vitest'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const me = await signUp(app)
let truckId: number
let n = 100

async function addTruck(more: object = {}) {
  return (await me.post('/api/trucks', { ...makeSample('trucks', ++n), ...more })).body.id
}

async function addLoad(more: object = {}) {
  const response = await me.post('/api/loads', { ...makeSample('loads', ++n), truckId, ...more })
  expect(response.status).toBe(201)
  return response.body
}

const date = '2026-11-20'
const categoryAmounts = Object.fromEntries(
  EXPENSE_CATEGORIES.map((name, index) => [name, `${index + 1}.01`]),
)

test('B28 The server calculates the revenue, the total of the eleven categories and the net', async () => {
  truckId = await addTruck()
  await addLoad({ revenue: '0.10' })
  await addLoad({ revenue: '0.20' })
  await addLoad({ settlementDate: '2026-11-27', revenue: '999' })
  const sent = {
    truckId: String(truckId),
    settlementDate: date,
    ...categoryAmounts,
    totalRevenue: '5',
    netPayment: '5',
    weekNumber: 9,
  }
  const { status, body } = await me.post('/api/billing', sent)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    totalRevenue: '0.30',
    totalExpenses: '66.11',
    netPayment: '-65.81',
    status: 'pending',
    weekNumber: 3,
    weekYear: 2026,
    startDate: '2026-11-15',
    endDate: '2026-11-21',
    ...categoryAmounts,
  })
  expect((await me.get(`/api/billing/${body.id}`)).body).toEqual(body)
})

test('S19 B27 A second settlement of a truck and date gets 409 and the first id, in parallel too', async () => {
  const first = (await me.get<Body[]>('/api/billing')).body[0]
  const again = await me.post('/api/billing', { truckId, settlementDate: date })
  expect([again.status, again.body.id]).toEqual([409, first?.id])
  const sent = { truckId: await addTruck(), settlementDate: date }
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => me.post('/api/billing', sent)),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
})

test('B28 A PUT without "recalculate" keeps the stored revenue', async () => {
  truckId = await addTruck()
  const load = await addLoad({ revenue: '1000' })
  const saved = (await me.post('/api/billing', { truckId, settlementDate: date, fuel: '12.50' }))
    .body
  await me.put(`/api/loads/${load.id}`, { ...load, revenue: '1500.00' })
  const kept = (await me.put(`/api/billing/${saved.id}`, { ...saved, fuel: '-2' })).body
  expect(kept).toMatchObject({
    totalRevenue: '1000.00',
    fuel: '-2.00',
    netPayment: '1002.00',
    version: 2,
  })
  const recalculated = (await me.put(`/api/billing/${saved.id}`, { ...kept, recalculate: true }))
    .body
  expect(recalculated).toMatchObject({ totalRevenue: '1500.00', netPayment: '1502.00', version: 3 })
  const stale = await me.put(`/api/billing/${saved.id}`, kept, { 'if-match': '"1"' })
  expect([stale.status, stale.body.current]).toEqual([412, recalculated])
})

test('B27 A settlement keeps its truck and date, and a pending one can be deleted', async () => {
  const saved = (await me.post('/api/billing', { truckId: await addTruck(), settlementDate: date }))
    .body
  const path = `/api/billing/${saved.id}`
  expect(
    (await me.put(path, { ...saved, settlementDate: '2026-11-21' })).body.fields,
  ).toHaveProperty('settlementDate')
  expect((await me.put(path, { ...saved, truckId })).body.fields).toHaveProperty('truckId')
  expect([(await me.delete(path)).status, (await me.delete(path)).status]).toEqual([204, 404])
})

test.each([
  'NaN',
  '1e3',
  '0x1F',
  '1_000',
  '10.005',
  true,
  '$1,234.50',
  '100000000',
  10.005,
  [],
  {},
  'Infinity',
])('B13 An expense of %j is an error of its field', async (fuel) => {
  const { status, body } = await me.post('/api/billing', {
    truckId,
    settlementDate: '2026-12-04',
    fuel,
  })
  expect([status, Object.keys(body.fields as object)]).toEqual([400, ['fuel']])
})

test.each([
  '2026-02-30',
  'now',
  '03/04/2026',
  '2026-11-20T00:00:00Z',
  '',
  null,
  20261120,
  '1899-12-31',
  '3000-01-01',
])('B12 A settlement date of %j is an error of its field', async (settlementDate) => {
  const { status, body } = await me.post('/api/billing', { truckId, settlementDate })
  expect([status, Object.keys(body.fields as object)]).toEqual([400, ['settlementDate']])
})

test('B24 A truck with settlements cannot be deleted, and the message has their count', async () => {
  const { status, body } = await me.delete(`/api/trucks/${truckId}`)
  expect([status, body.billing]).toEqual([409, 1])
  expect(body.message).toMatch(/1 settlement .*Inactive/)
})

test('B29 The work week begins on the day that the company chose', async () => {
  const other = await signUp(app)
  await other.post('/api/settings', { companyName: 'Blue Ridge', workWeekStartDay: 3 })
  const truck = (await other.post('/api/trucks', makeSample('trucks', ++n))).body.id
  const { body } = await other.post('/api/billing', { truckId: truck, settlementDate: date })
  expect(body).toMatchObject({ startDate: '2026-11-18', endDate: '2026-11-24' })
})

test('B33 The dates of a truck come newest first, and each has a preview', async () => {
  truckId = await addTruck()
  for (const settlementDate of ['2026-11-13', date, date, null])
    await addLoad({ settlementDate, revenue: '100.10' })
  const dates = await me.get(`/api/trucks/${truckId}/settlement-dates`)
  expect(dates.body).toEqual([date, '2026-11-13'])
  await me.post('/api/billing', { truckId, settlementDate: '2026-11-13', tolls: '9.99' })
  const path = `/api/settlements/preview?truckId=${truckId}&today=2026-12-31`
  const yearToDate = {
    revenue: '400.40',
    expenses: '9.99',
    extraPay: '0.00',
    net: '390.41',
    loads: 4,
  }
  expect((await me.get(path)).body).toEqual({ yearToDate })
  const { body } = await me.get(`${path}&settlementDate=${date}`)
  expect(body).toMatchObject({ loadCount: 2, totalRevenue: '200.20', billing: null, yearToDate })
  const nextYear = await me.get<{ yearToDate: object }>(
    `/api/settlements/preview?truckId=${truckId}&today=2027-01-01`,
  )
  expect(nextYear.body.yearToDate).toEqual({
    revenue: '0.00',
    expenses: '0.00',
    extraPay: '0.00',
    net: '0.00',
    loads: 0,
  })
})

test('S10 S18 B31 Only its account gets the PDF, and it matches the API to the cent', async () => {
  const owner = (await me.post('/api/owners', { ...makeSample('owners'), taxId: '98-7654321' }))
    .body.id
  truckId = await addTruck({ ownerId: owner })
  for (let loads = 0; loads < 40; loads++) await addLoad({ revenue: `${loads}.07`, truckId })
  const saved = (
    await me.post('/api/billing', { truckId, settlementDate: date, ...categoryAmounts })
  ).body
  const made = await me.post<{ pdfUrl: string }>(`/api/billing/${saved.id}/generate-pdf`)
  expect(made.status).toBe(200)
  const pdf = await app.inject({ url: made.body.pdfUrl, headers: { cookie: me.cookie } })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toMatch(/^inline; filename="[\w.-]+\.pdf"$/)
  const pages = await pdfText(pdf.rawPayload)
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, page] of pages.entries())
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  expect(pages[1]).toContain('Load #')
  const text = pages.join('\n')
  for (const word of ['$782.80', '$66.11', '$716.69', 'Łukasz Nguyễn', '$39.07', 'ending in 4321'])
    expect(text).toContain(word)
  expect(text).not.toContain('98-7654')
  const other = await signUp(app)
  expect((await other.get(made.body.pdfUrl)).status).toBe(404)
  expect((await app.inject(made.body.pdfUrl)).statusCode).toBe(401)
})
