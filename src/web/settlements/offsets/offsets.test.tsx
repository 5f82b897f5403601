/** Settlements without loads and offsets between a payee's trucks. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  choose,
  create,
  enter,
  enterCompany,
  fill,
  findButton,
  findNoText,
  findText,
  findToast,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'
import { addLoad, readAmount } from '#web/testing/settlements.ts'

const DATE = '2026-11-20'
const READY = { bolStatus: 'received' }

/** Trucks 101 and 102 of Ann, who allows offsets. */
async function createTrucks(): Promise<[number, number]> {
  const ann = { ...makeSample('owners'), name: 'Ann', offsetTrucks: 'yes' }
  const owner = await create('owners', ann)
  const add = (serial: number) =>
    create('trucks', {
      ...makeSample('trucks', serial),
      truckId: String(100 + serial),
      ownerId: owner.id,
    })
  return [(await add(1)).id, (await add(2)).id]
}

test('C23 The run and the history create a settlement for a week without loads', async () => {
  await enter()
  const [busy, idle] = await createTrucks()
  await addLoad(busy, DATE, '1000', READY)
  const insurance = { category: 'insurance', description: 'Insurance', basis: 'fixed' }
  await create('deduction-rules', { ...insurance, value: '350', truckId: idle })
  setClock('2026-11-25T12:00:00')
  await open('/settlements/run')
  await screen.findByRole('cell', { name: 'No loads' })
  await findButton('Prepare 1 Settlement')
  // The truck without loads is prepared only if the user selects it.
  await user.click(await screen.findByLabelText('1 of 2 selected'))
  await press('Prepare 2 Settlements')
  await findText('2 of 2 settlements prepared')
  await open('/settlements/history')
  await press('Settlement Without Loads')
  await choose('Truck', '102')
  await fill({ 'Settlement Date': '11/27/2026' })
  await press('Open Settlement')
  await findText('No loads.')
  await press('Save Settlement Data')
  await findToast('Settlement saved successfully')
  await findText('Insurance')
})

test('C23 The rest of an escrow is refunded from the truck, without a load', async () => {
  await enter()
  const [, truckId] = await createTrucks()
  await addLoad(truckId, DATE, '1000', READY)
  const escrow = { category: 'other', description: 'Escrow', basis: 'fixed', balance: 'escrow' }
  await create('deduction-rules', { ...escrow, value: '100', total: '1000', truckId })
  const key = { truckId, settlementDate: DATE, startFromDefaults: true }
  const { id } = await create('billing', key)
  await call('POST', `/api/billing/${id}/approve`)
  await open(`/trucks?edit=${truckId}`)
  await press('Settlement Without Loads')
  const date = await screen.findByLabelText(/^Settlement Date/)
  fireEvent.change(date, { target: { value: '11/27/2026' } })
  await press('Open Settlement')
  await findText('No loads.')
  await press('Save Settlement Data')
  await findToast('Settlement saved successfully')
  await press('Refund Escrow')
  // The form starts with the 100.00 that the carrier holds.
  await press('Save')
  await waitFor(async () => expect(await readAmount('Other')).toBe('-100.00'))
  await open(`/trucks?edit=${truckId}`)
  await findText('in full on 11/27/2026; no longer deducted')
  await press('Start Again: Escrow')
  await findNoText('in full on 11/27/2026')
})

test('C51 C24 Approving a draft in the list also approves the draft that it is offset with', async () => {
  await enter()
  await enterCompany()
  const [first, second] = await createTrucks()
  await addLoad(first, DATE, '3500', READY)
  await addLoad(second, DATE, '300', READY)
  await create('billing', { truckId: first, settlementDate: DATE, fuel: '500' })
  await create('billing', { truckId: second, settlementDate: DATE, fuel: '1000' })
  await open('/settlements/statements')
  const row = await screen.findByRole('row', { name: /102/ })
  await user.click(within(row).getByRole('checkbox'))
  await press('Approve…')
  await findText('Approved with them because of offsets: truck 101, 11/20/2026.')
  await press('Approve 1 Draft')
  await findText('1 of 1 drafts approved')
  await user.keyboard('{Escape}')
  await findText('$2,300.00')
})
