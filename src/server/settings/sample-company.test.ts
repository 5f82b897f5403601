/** Nothing with the sample company leaves the office, and a statement has a payee. */
import { beforeEach, expect, test } from 'vitest'
import type { ErrorResponse } from '#core/api.ts'
import { openBiller, type Biller } from '#server/testing/invoices/biller.ts'
import { COMPANY, makeSample } from '#server/testing/samples.ts'
import { createClient, signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const SAMPLED = ['companyName', 'companyAddress', 'companyPhone', 'companyEmail']

/** A member who is asked, and does not answer at once as other test accounts do. */
const asked = ({ cookie }: Client) => createClient(app, cookie, false, 'ask')

async function createDraft(client: Client, payee: object = {}): Promise<string> {
  const truck = (await client.post('/api/trucks', { ...makeSample('trucks', 1), ...payee })).body
  const key = { truckId: truck.id, settlementDate: '2026-11-20' }
  await client.post('/api/loads', { ...makeSample('loads', 1), ...key })
  return `/api/billing/${(await client.post('/api/billing', key)).body.id}`
}

test('C341 A settlement is approved once no printed detail of the company is a sample value', async () => {
  const me = asked(await signUp(app))
  const driverId = (await me.post('/api/drivers', makeSample('drivers'))).body.id
  const path = await createDraft(me, { driverId })
  const refused = await me.post<ErrorResponse>(`${path}/approve`)
  expect([refused.status, refused.body.needs]).toEqual([409, 'company'])
  expect(Object.keys(refused.body.fields ?? {})).toEqual(SAMPLED)
  const { id } = (await me.post('/api/settings', { companyName: 'Blue Ridge' })).body
  const again = await me.post<ErrorResponse>(`${path}/approve`)
  expect(Object.keys(again.body.fields ?? {})).toEqual(SAMPLED.slice(1))
  // A blank detail is not a sample: it does not print.
  const details = { companyAddress: '480 Depot Street', companyPhone: '', companyEmail: '' }
  await me.put(`/api/settings/${id}`, details)
  expect((await me.post(`${path}/approve`)).body).toMatchObject({ status: 'approved', number: 1 })
})

test('C342 A settlement is approved once it has a payee', async () => {
  const me = asked(await signUp(app))
  await me.post('/api/settings', COMPANY)
  const path = await createDraft(me)
  const refused = await me.post<ErrorResponse>(`${path}/approve`)
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      message: 'Choose who this settlement pays before approving it.',
      needs: 'payee',
      fields: { payee: ['Choose an owner or a driver'] },
    },
  ])
  const ownerId = (await me.post('/api/owners', makeSample('owners'))).body.id
  await me.put(path, { ownerId })
  expect((await me.post(`${path}/approve`)).body).toMatchObject({ status: 'approved', ownerId })
})

let biller: Biller

beforeEach(async () => {
  biller = await openBiller(app)
})

test('C341 Invoices are approved one by one or together only with the details of the company', async () => {
  const me = asked(biller.client)
  const [draft] = await biller.draft([await biller.addLoad()])
  for (const [path, body] of [
    [`/api/invoices/${draft?.id}/approve`, {}],
    ['/api/invoices/approve', { ids: [draft?.id] }],
  ] as const) {
    const refused = await me.post<ErrorResponse>(path, body)
    expect([refused.status, refused.body.needs]).toEqual([409, 'company'])
  }
  await me.post('/api/settings', COMPANY)
  const { results } = (
    await me.post<{ results: object[] }>('/api/invoices/approve', { ids: [draft?.id] })
  ).body
  expect(results).toMatchObject([{ invoice: { state: 'approved' } }])
})

test('C341 Papers and emails are not made with the sample company', async () => {
  const me = asked(biller.client)
  const { brokerId } = biller
  const period = 'from=2026-11-01&to=2026-11-30'
  const requests = [
    ['GET', '/api/receivables/aging.pdf?asOf=2026-11-30'],
    ['GET', `/api/brokers/${brokerId}/account-statement.pdf?${period}`],
    ['GET', `/api/brokers/${brokerId}/account-statement/mail-draft.eml?${period}`],
    ['POST', '/api/mail/test'],
  ] as const
  for (const [method, path] of requests) {
    const refused = await me.send<ErrorResponse>(method, path)
    expect([path, refused.status, refused.body?.needs]).toEqual([path, 409, 'company'])
  }
})
