/** Profit and costs on their screens (SPEC C582–C586). */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button, fill } from './steps.ts'

const app = startApp()
const NOVEMBER = 'from=2026-11-01'

test('C582 C584 C586 A cost is entered, and the row of its broker and truck opens what is behind it', async () => {
  const page = await app.enter()
  const owner = await create(page, 'owners', { ...makeSample('owners'), name: 'Ann Lee' })
  const truck = await create(page, 'trucks', { ...makeSample('trucks'), ownerId: owner.id })
  const broker = await create(page, 'brokers', makeSample('brokers'))
  const links = { truckId: truck.id, brokerId: broker.id, settlementDate: null }
  for (const n of [1, 2]) await create(page, 'loads', { ...makeSample('loads', n), ...links })
  await page.goto('/costs')
  await button(page, 'Add Cost').click()
  await fill(page, { Day: '11/2/2026', Through: '11/20/2026', Amount: '190', Vendor: 'Great West' })
  await button(page, 'Save').click()
  await findToast(page, 'Cost added successfully').waitFor()

  await page.goto(`/profit?${NOVEMBER}`)
  const table = page.getByRole('table', { name: 'Profit by truck' })
  await table.getByRole('row', { name: 'Total' }).getByText('$4,800.00').waitFor()
  await button(table, 'T-1').click()
  // In service from the first delivery, on the 18th: that truck bears the whole cost.
  const costs = page.getByRole('list', { name: 'Costs and fees of T-1' })
  await costs.getByText('-$190.00').waitFor()
  await page.getByRole('list', { name: 'Loads of T-1' }).getByText('L-2').waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Broker', exact: true }).click()
  await page
    .getByRole('table', { name: 'Profit by broker' })
    .getByRole('row', { name: 'Not assigned' })
    .getByText('-$190.00')
    .waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await (await download).path()
  expect((await readFile(file, 'utf8')).split('\r\n').map((line) => line.split(',')[0])).toEqual([
    '\uFEFFBroker',
    'Landstar',
    'Not assigned',
    'Total',
    '',
  ])
  await page.getByRole('link', { name: '$4,800.00' }).first().click()
  await page.getByText('1–2 of 2').waitFor()
})
