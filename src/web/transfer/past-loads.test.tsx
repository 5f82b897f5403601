import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { call, create, enter, findText, findToast, open, press, user } from '#web/testing/page.tsx'

const FILE = [
  'Load #,Truck,Pickup State,Pickup Date,Delivery State,Delivery Date,Revenue,Paid?,POD?',
  'A,101,TX,2026-09-01,GA,2026-09-03,1000.00,Yes,Yes',
  'B,101,TX,2026-09-01,GA,2026-09-10,1200.00,No,Yes',
].join('\n')

type Load = { loadId: string; deliveryStatus: string; settlementDate: string | null } & Record<
  'settledElsewhere' | 'paymentStatus' | 'bolStatus',
  string
>

/** Opens the import of loads with the file. Returns the dialog. */
async function chooseFile() {
  await enter()
  await create('trucks', { ...makeSample('trucks'), truckId: '101' })
  await open('/loads')
  await press('Import File')
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
    if (!found) throw new Error('No file can be chosen')
    return found
  })
  await user.upload(input, new File([FILE], 'loads.csv', { type: 'text/csv' }))
  await findText('2 loads with a delivery date before today have no delivery status')
  return within(screen.getByRole('dialog'))
}

const readLoads = () => call<Load[]>('GET', '/api/loads?sort=loadId')

test('C362 History is proposed as delivered, and one question settles it by week', async () => {
  const dialog = await chooseFile()
  expect(dialog.getByLabelText<HTMLInputElement>('Delivered').checked).toBe(true)
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(preview.getAllByText('Delivered')).toHaveLength(2)
  await user.click(dialog.getByLabelText('Put them on settlements by delivery week'))
  await preview.findByText('Sep 5, 2026')
  await press('Import 2 loads')
  await findToast('2 loads imported')
  expect(await readLoads()).toMatchObject([
    { deliveryStatus: 'delivered', settlementDate: '2026-09-05', paymentStatus: 'paid' },
    { settlementDate: '2026-09-12', paymentStatus: 'unpaid', bolStatus: 'received' },
  ])
})

test('C362 C363 History can stay scheduled, or be marked as settled in another program', async () => {
  const dialog = await chooseFile()
  await user.click(dialog.getByLabelText('Scheduled'))
  await findText('2 loads are ready to import.')
  await user.click(dialog.getByLabelText('Delivered'))
  await user.click(await dialog.findByLabelText('They are settled already, in another program'))
  await press('Import 2 loads')
  await findToast('2 loads imported')
  expect((await readLoads()).map((load) => [load.settledElsewhere, load.settlementDate])).toEqual([
    ['yes', null],
    ['yes', null],
  ])
  await open('/loads?settledElsewhere=yes')
  await findText('Settled Elsewhere: Yes')
})
