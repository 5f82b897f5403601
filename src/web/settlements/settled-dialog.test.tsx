import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import {
  call,
  create,
  enter,
  fill,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'
import { check } from '#web/testing/loads.ts'
import { addLoad, createTruckWithLoads } from '#web/testing/settlements.ts'

/** Truck 101 with a load of 1,000.00 on approved statement 1. Returns the load's id and the truck's. */
async function createSettledLoad() {
  await enter()
  const truckId = await createTruckWithLoads({})
  const load = await addLoad(truckId, '2026-11-13', '1000', { loadId: 'HB-1391' })
  const { id } = await create('billing', { truckId, settlementDate: '2026-11-13' })
  await call('POST', `/api/billing/${id}/approve`)
  return { truckId, loadId: load.id }
}

const readOpen = async () => {
  const drifts = await call<Drift[]>('GET', '/api/settlements/drift')
  return drifts.map(({ net }) => net)
}

async function changeRevenue(loadId: number): Promise<HTMLElement> {
  await open(`/loads?edit=${loadId}`)
  await user.click(await screen.findByRole('tab', { name: /^Financial/ }))
  await fill({ Revenue: '1250' })
  await press('Save')
  return screen.findByRole('dialog', { name: 'Already Settled' })
}

test('C360 The form of a settled load names the statement, and Cancel saves nothing', async () => {
  const { loadId } = await createSettledLoad()
  const dialog = within(await changeRevenue(loadId))
  expect(dialog.getByRole('link').textContent).toBe('Statement #1')
  dialog.getByText('Approved')
  dialog.getByText('Truck 101')
  dialog.getByText('$250.00')
  dialog.getByText('No next settlement yet: the settlement run can adjust it.')
  expect(document.activeElement?.textContent).toBe('Cancel')
  await press('Cancel', dialog.getByRole('button', { name: 'Cancel' }).parentElement as HTMLElement)
  await findToast('Canceled. This change was not made.')
  expect(await readOpen()).toEqual([])
  await press('Save')
  await press('Change Anyway')
  await findToast('Load updated successfully')
  expect(await readOpen()).toEqual(['250.00'])
})

test('C360 Adjust Next Settlement adds the adjustment with the change of the load', async () => {
  const { truckId, loadId } = await createSettledLoad()
  await addLoad(truckId, '2026-11-20', '3000')
  const next = await create('billing', { truckId, settlementDate: '2026-11-20' })
  await changeRevenue(loadId)
  await press('Adjust Next Settlement')
  await findToast('Load updated successfully')
  expect(await readOpen()).toEqual([])
  expect(await call('GET', `/api/billing/${next.id}`)).toMatchObject({ netPayment: '3250.00' })
})

test('C360 A deletion in the list asks', async () => {
  await createSettledLoad()
  await open('/loads')
  await press(/^Delete HB-1391/)
  await press('Delete')
  await screen.findByRole('dialog', { name: 'Already Settled' })
  await press('Change Anyway')
  await findToast('Load deleted successfully')
})

test('C360 A change of many loads asks, and Cancel changes none', async () => {
  const { truckId } = await createSettledLoad()
  await addLoad(truckId, '2026-11-20', '500', { loadId: 'HB-1392' })
  await open('/loads')
  await findText('HB-1392')
  await check('Select this page')
  await press('Delete selected')
  const name = 'Are you sure you want to delete 2 loads?'
  await press('Delete', await screen.findByRole('dialog', { name }))
  await press('Cancel', await screen.findByRole('dialog', { name: 'Already Settled' }))
  await findText('Canceled. This change was not made.')
  expect(await call<unknown[]>('GET', '/api/loads')).toHaveLength(2)
})
