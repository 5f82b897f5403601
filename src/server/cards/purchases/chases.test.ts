/** What the office looks into: filters of the list of purchases (SPEC C568). */
import { beforeEach, expect, test } from 'vitest'
import { efsFile, type EfsRow } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let me: Client
let truckId: number

beforeEach(async () => {
  me = await signUp(app)
  truckId = (await me.post('/api/trucks', { ...makeSample('trucks', 4), truckId: '104' })).body.id
})

async function buy(...rows: EfsRow[]): Promise<void> {
  const file = efsFile(rows.map((row, at) => ({ invoice: String(at + 1), ...row })))
  await me.post('/api/card-purchases/import', file, { 'content-type': 'text/csv' })
}

/** The invoices that a filter finds. */
async function chase(name: string): Promise<unknown[]> {
  const { body } = await me.get<Body[]>(`/api/card-purchases?sort=invoice&chase=${name}`)
  return body.map(({ invoice }) => invoice)
}

const addLoad = async (values: object = {}) => {
  const load = { ...makeSample('loads', 1), truckId, pickupState: 'TX', deliveryState: 'GA' }
  const days = { pickupDate: '2026-01-08', deliveryDate: '2026-01-10' }
  return (await me.post('/api/loads', { ...load, ...days, ...values })).body.id
}

test('C568 Fuel in a state where the truck had no load around that day', async () => {
  await addLoad()
  await buy(
    { state: 'TX' },
    { state: 'GA', day: '2026-01-11' },
    { state: 'OH' },
    { state: 'OH', item: 'SCLE' },
  )
  expect(await chase('away')).toEqual(['3'])
})

test('C568 Fuel in a state between pickup and delivery, or with a small detour, is on the way', async () => {
  await addLoad({ pickupState: 'TX', deliveryState: 'IL' })
  const states = ['OK', 'MO', 'AR', 'KS', 'TN', 'CA', 'PA', 'ON']
  await buy(...states.map((state) => ({ state })))
  expect(await chase('away')).toEqual(['6', '7', '8'])
})

test('C568 More than 300 gallons of one truck in a day', async () => {
  await buy(
    { gallons: '160', amount: '500' },
    { gallons: '150', amount: '500' },
    { gallons: '160', amount: '500', day: '2026-01-10' },
  )
  expect(await chase('over-tank')).toEqual(['1', '2'])
})

test('C568 Two fills within an hour, also over midnight', async () => {
  await buy(
    { time: '23:40' },
    { time: '00:20', day: '2026-01-10' },
    { time: '03:00', day: '2026-01-10' },
    { time: '03:30', day: '2026-01-10', item: 'DEFD' },
  )
  expect(await chase('twice')).toEqual(['1', '2'])
})

test('C568 Two fuels of one stop are one fill; a fill of another truck is none', async () => {
  await me.post('/api/trucks', { ...makeSample('trucks', 5), truckId: '105' })
  await buy({}, { invoice: '1', item: 'DSL1' }, { invoice: '2', unit: '105' })
  expect(await chase('twice')).toEqual([])
})

test('C568 The printed unit is another truck than that of the card', async () => {
  const card = { provider: 'efs', number: '0541', truckId, startsOn: '2026-01-01' }
  await me.post('/api/cards', card)
  await buy({ unit: '0104' }, { unit: '105' }, { unit: '' })
  expect(await chase('other-unit')).toEqual(['2'])
})

test('C568 Advances without a receipt, and for a lumper that the broker did not approve', async () => {
  const advance = { item: 'ADV', gallons: '', price: '', discount: '', amount: '50.00' }
  await buy(advance)
  const [row] = (await me.get<Body[]>('/api/card-purchases')).body
  await me.put(`/api/card-purchases/${row?.id}`, { kind: 'advance' })
  expect([await chase('no-receipt'), await chase('no-charge')]).toEqual([['1'], []])
  const load = await addLoad()
  const charge = { kind: 'lumper', amount: '50.00', approval: 'asked' }
  const haul = { kind: 'line-haul', amount: '1000.00' }
  await me.put(`/api/loads/${load}/charges`, { charges: [haul, charge] })
  expect(await chase('no-charge')).toEqual(['1'])
  await me.put(`/api/loads/${load}/charges`, {
    charges: [
      haul,
      { ...charge, approval: 'approved', approvedBy: 'Kim', approvedOn: '2026-01-09' },
    ],
  })
  expect(await chase('no-charge')).toEqual([])
})
