/** Invoices from draft to void, through the API. */
import { beforeEach, expect, test } from 'vitest'
import type { ChargesOfLoad } from '#core/charges/requests.ts'
import type { CreatedInvoices, Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app } = await testApp()

let client: Client
let brokerId: number
let serial = 100

beforeEach(async () => {
  client = await signUp(app)
  const broker = { companyName: 'Landstar', address: '1 Main St\nDallas, TX 75201', termsDays: 21 }
  brokerId = (await client.post('/api/brokers', broker)).body.id
})

async function addLoad(more: object = {}): Promise<Body> {
  const load = { ...makeSample('loads', ++serial), brokerId, deliveryStatus: 'delivered' }
  const made = await client.post('/api/loads', { ...load, revenue: '2400.00', ...more })
  expect(made.status).toBe(201)
  return made.body
}

async function setCharges(load: Body, charges: object[]): Promise<void> {
  const { status, text } = await client.put(`/api/loads/${load.id}/charges`, { charges })
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
}

async function draft(loads: Body[], each = true): Promise<Invoice[]> {
  const sent = { brokerId, loadIds: loads.map(({ id }) => id), each }
  const made = await client.post<CreatedInvoices>('/api/invoices', sent)
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
  return made.body.created
}

async function approve(id: number, body: object = {}): Promise<Invoice> {
  const made = await client.post<Invoice>(`/api/invoices/${id}/approve`, body)
  expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, ''])
  return made.body
}

const details = async (id: number) => (await client.get<InvoiceDetails>(`/api/invoices/${id}`)).body
test('C165 A draft follows its charges, and approval freezes them with a number and a due date', async () => {
  const load = await addLoad()
  await setCharges(load, [{ kind: 'line-haul', amount: '2400.00' }])
  const [made] = await draft([load])
  expect(made).toMatchObject({ state: 'draft', number: null, total: '2400.00', status: 'draft' })
  const { charges } = (await client.get<ChargesOfLoad>(`/api/loads/${load.id}/charges`)).body
  const detention = { kind: 'detention', quantity: '2.5', rate: '60', approval: 'approved' }
  await setCharges(load, [...charges, detention])
  expect((await details(made?.id ?? 0)).total).toBe('2550.00')
  const approved = await approve(made?.id ?? 0)
  expect(approved).toMatchObject({
    ...{ state: 'approved', number: '1', total: '2550.00', openAmount: '2550.00', termsDays: 21 },
    ...{ hasDrift: false, status: 'approved' },
  })
  expect((await details(approved.id)).lines).toMatchObject([
    { number: 1, kind: 'line-haul', amount: '2400.00', left: '2400.00' },
    { number: 2, kind: 'detention', quantity: '2.50', rate: '60.00', amount: '150.00' },
  ])
})
