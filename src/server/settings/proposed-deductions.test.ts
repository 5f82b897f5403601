/** The default deductions are proposals until a person answers them. */
import { expect, test } from 'vitest'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app } = await testApp()
const DAY = '2026-11-20'

/** A new account with a load of $1,000.00. */
async function createCarrier() {
  const client = await signUp(app)
  const { id: truckId } = (await client.post('/api/trucks', makeSample('trucks', 1))).body
  const load = { ...makeSample('loads', 1), truckId, settlementDate: DAY, revenue: '1000' }
  await client.post('/api/loads', load)
  return { client, truckId }
}

async function propose(client: Client, truckId: number) {
  const path = `/api/settlements/preview?truckId=${truckId}&settlementDate=${DAY}&today=${DAY}`
  const { body } = await client.get<SettlementPreview>(path)
  return (body.proposed ?? []).map(({ category, amount }) => [category, amount])
}

const BOTH = [
  ['fuel', '150.00'],
  ['insurance', '350.00'],
]

test('C340 Saving the company does not take the proposed deductions', async () => {
  const { client, truckId } = await createCarrier()
  expect((await client.get('/api/settings')).body.deductionsAnswered).toBe(false)
  const saved = (await client.post('/api/settings', { companyName: 'Blue Ridge' })).body
  expect(saved).toMatchObject({ deductionsAnswered: false, fuelDeductionValue: '15.00' })
  expect(await propose(client, truckId)).toEqual([])
  const path = `/api/settings/${saved.id}`
  await client.put(path, { companyName: 'Blue', deductionsAnswered: true })
  expect(await propose(client, truckId)).toEqual([])
  await client.put(path, { fuelDeductionValue: '15.00' })
  expect(await propose(client, truckId)).toEqual(BOTH)
  await client.put(path, { companyName: 'Blue Ridge' })
  expect(await propose(client, truckId)).toEqual(BOTH)
})

test('C340 B30 A first save that sends a deduction answers the proposal', async () => {
  const { client, truckId } = await createCarrier()
  const sent = { companyName: 'Blue Ridge', insuranceDeductionType: 'fixed' }
  expect((await client.post('/api/settings', sent)).body.deductionsAnswered).toBe(true)
  expect(await propose(client, truckId)).toEqual(BOTH)
})

test('C340 The answer can be none, and a custom deduction is no answer', async () => {
  const { client, truckId } = await createCarrier()
  const customDeductions = [{ name: 'ELD', type: 'fixed', value: '35' }]
  const { id } = (await client.post('/api/settings', { customDeductions })).body
  expect(await propose(client, truckId)).toEqual([['other', '35.00']])
  const none = { fuelDeductionValue: '0', insuranceDeductionValue: '0' }
  const answered = (await client.put(`/api/settings/${id}`, none)).body
  expect(answered.deductionsAnswered).toBe(true)
  expect(await propose(client, truckId)).toEqual([['other', '35.00']])
})
