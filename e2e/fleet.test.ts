/** Trailers, odometer readings, leases and cards on their screens (SPEC C520–C528). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, findToast, startApp } from './app.ts'
import { inspect } from './inspect.ts'
import { button, fill } from './steps.ts'

const app = startApp()

async function post(page: Page, list: string, data: object): Promise<number> {
  const response = await page.request.post(`/api/${list}`, { data })
  expect([response.status(), await response.text()]).toMatchObject([201, expect.any(String)])
  return ((await response.json()) as { id: number }).id
}

test('C520 C522 C523 C526 C528 A truck’s trailers, readings, leases and cards are entered and read', async () => {
  const page = await app.enter()
  const owner = await create(page, 'owners', { ...makeSample('owners'), name: 'Ann Lee' })
  const truck = await create(page, 'trucks', { ...makeSample('trucks'), ownerId: owner.id })
  const links = { truckId: truck.id, ownerId: owner.id }
  for (const n of [1, 2, 3]) await create(page, 'trailers', makeSample('trailers', n))
  await page.goto('/trailers')
  await page.getByText('53-2').waitFor()
  await inspect(page, 'trailers')

  for (const [day, miles] of [
    ['2026-10-05', 411_020],
    ['2026-10-19', 412_300],
  ] as const)
    await post(page, 'odometer-readings', { truckId: truck.id, day, miles })
  const past = { startsOn: '2025-01-01', endsOn: '2025-12-31', confirmed: ['ownerId'] }
  await post(page, 'leases', { ...links, ...past, pay: 'per-mile', rate: '1.25' })
  const lease = await post(page, 'leases', {
    ...links,
    startsOn: '2026-01-01',
    pay: 'percent',
    rate: '88',
    notes: 'Fuel surcharge is the owner’s.',
  })
  await post(page, 'cards', { provider: 'efs', number: '0541', ...links, startsOn: '2026-01-01' })
  await page.goto(`/trucks/${truck.id}`)
  await page.getByText('412,300 mi').waitFor()
  await inspect(page, 'truck-fleet')

  const leases = page.getByRole('table', { name: 'Leases' })
  await leases.getByRole('row', { name: '1/1/2026' }).getByRole('link', { name: 'Ann Lee' }).click()
  await page.getByRole('heading', { level: 1, name: /Lease of Truck/ }).waitFor()
  await page.getByText('By Default').waitFor()
  await inspect(page, 'lease')
  await button(page, 'Change').click()
  await page.getByLabel('Diesel and Gasoline: charged').selectOption('cost-plus')
  await fill(page, { 'Diesel and Gasoline: percent above cost': '2' })
  await inspect(page, 'lease-terms')
  await button(page, 'Save').click()
  await findToast(page, 'Charge-backs saved').waitFor()
  await page.getByText('Actual cost plus 2%, all of the discount').waitFor()
  const stored = await page.request.get(`/api/leases/${lease}`)
  expect(((await stored.json()) as { terms: object[] }).terms).toHaveLength(12)

  await page.goto('/leases')
  await page.getByText('88% of revenue').waitFor()
  await inspect(page, 'leases')
  await page.goto('/cards')
  await page.getByText('0541').waitFor()
  await inspect(page, 'cards')
  await page.goto('/odometer-readings')
  await page.getByText('1,280 mi').waitFor()
  await inspect(page, 'odometer')
})
