import { beforeEach, expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { makeSample } from '#server/testing/samples.ts'
import { settling, type Settling } from '#server/testing/settling.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DATES = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
let at: Settling

/** Statement 1 is paid, 2 is void, 3 is approved and pays Ann; a fourth settlement is a draft. */
beforeEach(async () => {
  at = await settling(app)
  const ids: number[] = []
  for (const date of DATES) {
    if (date === '2026-11-20') {
      const owner = await at.me.post('/api/owners', { ...makeSample('owners'), name: 'Ann Lee' })
      const truck = (await at.me.get(`/api/trucks/${at.truckId}`)).body
      await at.me.put(`/api/trucks/${at.truckId}`, { ...truck, ownerId: owner.body.id })
    }
    await at.load(date)
    const { id } = await at.settle(date)
    await at.approve(id)
    ids.push(id)
  }
  await at.pay(ids[0] ?? 0)
  await at.voidIt(ids[1] ?? 0)
  await at.settle('2026-11-27')
})

const list = async (query = '') =>
  (await at.me.get<Settlement[]>(`/api/statements?${query}`)).body.map(({ number }) => number)

test('C51 The list has every statement and draft, latest settlement date first', async () => {
  expect(await list()).toEqual([null, 3, 2, 1])
  expect((await at.me.get('/api/statements/count')).body).toEqual({ count: 4 })
  expect(await list('sort=number')).toEqual([1, 2, 3, null])
  expect(await list('sort=-number')).toEqual([null, 3, 2, 1])
  expect(await list('status=paid')).toEqual([1])
  const [paid] = (await at.me.get<Settlement[]>('/api/statements?status=paid')).body
  expect(paid).toMatchObject({ paidOn: '2026-11-25', paymentReference: '1001' })
})

test.each([
  ['Ann', [null, 3]],
  ['2', [2]],
  ['zzz', []],
])('C51 A search for "%s" finds the statements %j', async (search, numbers) => {
  expect(await list(`search=${search}`)).toEqual(numbers)
})

test('C51 Its CSV file and its ids have the same statements', async () => {
  const ids = await at.me.get<number[]>('/api/statements/ids?status=paid,void')
  expect(ids.body).toHaveLength(2)
  const csv = await at.me.get('/api/statements/export.csv?search=Ann')
  expect(csv.text.split('\r\n')[2]).toMatch(/^3,Ann Lee,,/)
  const other = await signUp(app)
  expect((await other.get('/api/statements')).body).toEqual([])
})
