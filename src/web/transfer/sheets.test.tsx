/** What the import dialog asks and names for files as people keep them (SPEC C430–C436). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import {
  call,
  create,
  enter,
  findButton,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const HEADING = 'Load #,Truck,Pickup Date,Pickup State,Delivery State,Revenue\n'

async function chooseLoads(text: string) {
  await open('/loads')
  await press('Import File')
  await screen.findByLabelText('CSV file or Excel workbook')
  await chooseFiles('CSV file or Excel workbook', makeFile('loads.csv', text))
  return within(screen.getByRole('dialog'))
}

async function listLoads() {
  return call<Record<string, unknown>[]>('GET', '/api/loads?sort=loadId')
}

test('C435 A truck in another spelling is the same as a stored one, and only others are created', async () => {
  await enter()
  await create('trucks', { ...makeSample('trucks'), truckId: '007' })
  const rows = 'L-1,7,11/20/2026,TX,GA,5\nL-2,900,11/20/2026,TX,GA,5\n'
  const dialog = await chooseLoads(HEADING + rows)
  await dialog.findByText('Same as 007?')
  await press('Use the 1 suggested record')
  await user.click(await dialog.findByLabelText('Create the 1 missing truck'))
  await press('Import 2 loads')
  await findToast('2 loads imported')
  const trucks = await call<{ truckId: string }[]>('GET', '/api/trucks?sort=id')
  expect(trucks.map(({ truckId }) => truckId)).toEqual(['007', '900'])
})

test('C435 A name can mean any stored record, or a new one', async () => {
  await enter()
  await create('trucks', { ...makeSample('trucks'), truckId: '007' })
  await create('trucks', { ...makeSample('trucks', 2), truckId: 'Blue' })
  const dialog = await chooseLoads(
    `${HEADING}L-1,7,11/20/2026,TX,GA,5\nL-2,Freddy,11/20/2026,TX,GA,5\n`,
  )
  await user.click(await dialog.findByText('1 name without a suggestion'))
  await user.click(await dialog.findByLabelText('Same as for truck Freddy'))
  await user.click(await screen.findByRole('option', { name: /^Blue/ }))
  await dialog.findByText('1 error found', { exact: false })
  await user.click(await dialog.findByLabelText('Same as for truck 7'))
  await user.click(await screen.findByRole('option', { name: /^New truck/ }))
  await press('Import 2 loads')
  await findToast('2 loads imported')
  expect((await listLoads()).map(({ labels }) => labels)).toMatchObject([
    { truckId: '7' },
    { truckId: 'Blue' },
  ])
})

test('C431 A file without a day after the 12th is asked about once; the preview has the stored day', async () => {
  await enter()
  const dialog = await chooseLoads(`${HEADING}L-1,,03/11/2026,TX,GA,5\n`)
  await dialog.findByText('This file does not show whether the month is first. 03/11/2026 is')
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  preview.getByText('Mar 11, 2026')
  await user.click(dialog.getByLabelText('Nov 3, 2026'))
  await preview.findByText('Nov 3, 2026')
  await press('Import 1 load')
  await findToast('1 load imported')
  expect((await listLoads())[0]).toMatchObject({ pickupDate: '2026-11-03' })
})

test('C430 C434 C436 Decimal commas are asked about; totals and unusual days are named', async () => {
  await enter()
  const heading = 'Load #;Pickup Date;Pickup State;Delivery State;Delivery Date;Revenue\n'
  const rows = 'L-1;11/20/2026;TX;GA;11/19/2026;1.234,50\nTotal;;;;;1.234,50\n'
  const dialog = await chooseLoads(`Rook Freight\n${heading}${rows}`)
  await dialog.findByText('Not imported, because it is no record: row 4 “Total 1.234,50”.')
  await dialog.findByText('1 load delivered before the pickup. Check the dates of row 3.')
  expect((await findButton(/^Import/, screen.getByRole('dialog'))).matches(':disabled')).toBe(true)
  await user.click(dialog.getByLabelText('All amounts of the file have a decimal comma: 1.234,50'))
  await findText('1 load is ready to import.', screen.getByRole('dialog'))
  await press('Import 1 load')
  await findToast('1 load imported')
  expect((await listLoads())[0]).toMatchObject({ revenue: '1234.50' })
})
