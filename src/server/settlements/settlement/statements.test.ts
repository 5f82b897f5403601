import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DATES = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let carrier: TestCarrier

/** Statement 1 is paid, 2 is void, 3 is approved and pays Ann; a fourth settlement is a draft. */
beforeEach(async () => {
  carrier = await createTestCarrier(app)
  const ids: number[] = []
  for (const date of DATES) {
    if (date === '2026-11-20') {
      const owner = await carrier.client.post('/api/owners', {
        ...makeSample('owners'),
        name: 'Ann Lee',
      })
      const truck = (await carrier.client.get(`/api/trucks/${carrier.truckId}`)).body
      await carrier.client.put(`/api/trucks/${carrier.truckId}`, {
        ...truck,
        ownerId: owner.body.id,
      })
    }
    await carrier.createLoad(date)
    const { id } = await carrier.settle(date)
    await carrier.approve(id)
    ids.push(id)
  }
  await carrier.pay(ids[0] ?? 0)
  await carrier.voidStatement(ids[1] ?? 0)
  await carrier.settle('2026-11-27')
})

const list = async (query = '') =>
  (await carrier.client.get<Settlement[]>(`/api/statements?${query}`)).body.map(
    ({ number }) => number,
  )

test('C51 The list has every statement and draft, latest settlement date first', async () => {
  expect(await list()).toEqual([null, 3, 2, 1])
  expect((await carrier.client.get('/api/statements/count')).body).toEqual({ count: 4 })
  expect(await list('sort=number')).toEqual([1, 2, 3, null])
  expect(await list('sort=-number')).toEqual([null, 3, 2, 1])
  expect(await list('status=paid')).toEqual([1])
  const [paid] = (await carrier.client.get<Settlement[]>('/api/statements?status=paid')).body
  expect(paid).toMatchObject({ paidOn: '2026-11-25', paymentReference: '1001' })
})

test.each([
  ['Ann', [null, 3]],
  ['2', [2]],
  ['zzz', []],
])('C51 A search for "%s" finds the statements %j', async (search, numbers) => {
  expect(await list(`search=${search}`)).toEqual(numbers)
})

test('C51 The CSV file and the ids of the list have the same statements', async () => {
  const ids = await carrier.client.get<number[]>('/api/statements/ids?status=paid,void')
  expect(ids.body).toHaveLength(2)
  const csv = await carrier.client.get('/api/statements/export.csv?search=Ann')
  expect(csv.text.split('\r\n')[2]).toMatch(/^3,Ann Lee,,/)
  const other = await signUp(app)
  expect((await other.get('/api/statements')).body).toEqual([])
})
