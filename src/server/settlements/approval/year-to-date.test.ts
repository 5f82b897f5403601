/** The year to date of the print is the payee's own (SPEC C321). */
import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { pdfRows } from '#server/testing/pdf-text.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app } = await testApp()
const [FIRST, SECOND, THIRD] = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: CarrierWithOwners

beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
})

async function state(date: string, values: object = {}): Promise<Settlement> {
  const { id } = await carrier.settle(date, values)
  return (await carrier.approve(id)).body
}

/** Gross pay, deductions and net, in cents. */
async function readYear({ id }: Pick<Settlement, 'id'>) {
  const rows = await pdfRows(await carrier.readPdf(id))
  const start = rows.findIndex(({ text }) => text.startsWith('Year to date'))
  const row = rows.slice(start).find(({ amounts }) => amounts.length > 0)
  return row?.amounts.map(({ cents }) => cents)
}

async function changeLoad(load: Body, values: object) {
  const path = `/api/loads/${load.id}`
  await carrier.client.put(path, { ...(await carrier.client.get(path)).body, ...values })
}

test('C6 C321 A load that moved to the next week counts once', async () => {
  const moved = await carrier.createLoad(FIRST, '1000')
  const first = await state(FIRST)
  expect(await readYear(first)).toEqual([1000_00n, 0n, 1000_00n])
  await carrier.pay(first.id)
  await changeLoad(moved, { settlementDate: SECOND })
  await carrier.createLoad(SECOND, '2000')
  const second = await carrier.settle(SECOND)
  expect((await carrier.client.post(`/api/billing/${first.id}/correct`)).status).toBe(200)
  expect(await readYear(second)).toEqual([3000_00n, 0n, 3000_00n])
  expect((await carrier.approve(second.id)).body.netPayment).toBe('2000.00')
  expect(await readYear(second)).toEqual([3000_00n, 0n, 3000_00n])
})

test('C6 C321 A new owner’s statement says nothing about the earnings of the owner before', async () => {
  await carrier.createLoad(FIRST, '4000')
  await state(FIRST)
  await carrier.sellTo(carrier.bob)
  await carrier.createLoad(SECOND, '100')
  expect(await readYear(await state(SECOND, { fuel: '30' }))).toEqual([100_00n, 30_00n, 70_00n])
})

test('C6 C321 Drafts, later weeks and other years do not count, other trucks of the payee do', async () => {
  const other = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, other)
  await carrier.createLoad('2025-12-26', '7000')
  await state('2025-12-26')
  await carrier.createLoad(THIRD, '500', { deliveryDate: FIRST })
  const draft = await carrier.settle(THIRD, { fuel: '300' })
  await carrier.createLoad(SECOND, '200')
  await state(SECOND)
  await carrier.createLoad(FIRST, '1000')
  const first = await carrier.settle(FIRST)
  await carrier.client.post(`/api/billing/${first.id}/expenses`, { extraPay: 'bonus', pay: '50' })
  await carrier.approve(first.id)
  expect(await readYear(first)).toEqual([1050_00n, 0n, 1050_00n])
  await carrier.createLoad(SECOND, '400', { truckId: other })
  const ofOther = await state(SECOND, { truckId: other, tolls: '10' })
  // 1,050.00 + 200.00 + 400.00, less 10.00
  expect(await readYear(ofOther)).toEqual([1650_00n, 10_00n, 1640_00n])
  expect(await readYear(draft)).toEqual([2150_00n, 310_00n, 1840_00n])
  await carrier.voidStatement(first.id)
  expect(await readYear(draft)).toEqual([1100_00n, 310_00n, 790_00n])
  // A frozen statement does not change.
  expect(await readYear(ofOther)).toEqual([1650_00n, 10_00n, 1640_00n])
})

test('C4 C18 C321 A negative net that is carried forward and a reimbursement count once', async () => {
  await carrier.createLoad(FIRST, '100')
  const first = await state(FIRST, { fuel: '400' })
  expect(await readYear(first)).toEqual([100_00n, 100_00n, 0n])
  await carrier.createLoad(SECOND, '1000')
  const second = await carrier.settle(SECOND, { startFromDefaults: true })
  await carrier.client.post(`/api/billing/${second.id}/expenses`, {
    category: 'tolls',
    description: 'Toll refund',
    credit: '20',
  })
  await carrier.approve(second.id)
  // 1,100.00 − 400.00 + 20.00
  expect(await readYear(second)).toEqual([1100_00n, 380_00n, 720_00n])
})
