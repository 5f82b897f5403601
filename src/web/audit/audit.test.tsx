import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, enterNew, open, press } from '#web/testing/page.tsx'

test('S31 C62 One save is one row of the audit log, and its details list every change', async () => {
  await enterNew()
  const { id: truckId } = await create('trucks', makeSample('trucks'))
  const amounts = { fuel: '50.00', tolls: '7.25' }
  await create('billing', { truckId, settlementDate: '2026-11-20', ...amounts })
  await open('/audit')
  const readRows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')]
  await waitFor(() => expect(readRows()).toHaveLength(3))
  const [save] = readRows()
  expect(save?.textContent).toMatch(/2 settlement items: (Fuel, Tolls|Tolls, Fuel)/)
  await press('View details', save)
  const details = await screen.findByRole('dialog', { name: 'Audit Log Entry' })
  for (const name of ['Fuel', 'Tolls']) {
    await within(details).findByRole('heading', { name: `Settlement item ${name}: Added` })
  }
})
