/** What a person answers about stored purchases: the day of an invoice, and weeks that were settled before (SPEC C570, C571). */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { efsFile, type EfsRow } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import {
  call,
  create,
  enter,
  findField,
  findText,
  findToast,
  open,
  press,
} from '#web/testing/page.tsx'

async function importRows(rows: EfsRow[], button: string): Promise<void> {
  await open('/fuel-and-tolls/import')
  await chooseFiles('CSV file or Excel workbook', makeFile('week.csv', efsFile(rows)))
  await press(button)
}

async function addTruck(): Promise<number> {
  const { id: ownerId } = await create('owners', makeSample('owners'))
  return (await create('trucks', { ...makeSample('trucks'), truckId: '104', ownerId })).id
}

/** The week of 1/9/2026 is settled before any card file. */
async function approveWeek(truckId: number): Promise<void> {
  const load = { ...makeSample('loads'), truckId, settlementDate: '2026-01-09', revenue: '2000' }
  await create('loads', load)
  const { id } = await call<{ id: number }>('POST', '/api/billing', {
    truckId,
    settlementDate: '2026-01-09',
  })
  await call('POST', `/api/billing/${id}/approve`, {})
}

test('C570 The same invoice on another day is shown beside the first, and may be a second purchase', async () => {
  await enter()
  await addTruck()
  await importRows([{ day: '2026-01-09' }], 'Save 1 Purchase')
  await findToast('1 purchase saved.')
  await importRows([{ day: '2026-01-12' }], 'Save 1 Conflict')
  await findToast(/1 conflict/)
  await open('/fuel-and-tolls?pile=conflict')
  await press('Compare Card 0541, 1/9/2026')
  await findText(/The invoice is the same/)
  expect(screen.getByRole('button', { name: 'Keep 1/9/2026' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take 1/12/2026' })).toBeTruthy()
  await press('Two Purchases')
  await findToast('Second purchase added')
  expect(await call('GET', '/api/card-purchases')).toHaveLength(2)
})

test('C571 Find Trucks asks whether purchases of approved weeks were charged before', async () => {
  await enter()
  const truckId = await addTruck()
  await approveWeek(truckId)
  await importRows([{ unit: '' }], 'Save 1 Purchase')
  await findToast(/1 purchase saved/)
  const card = { provider: 'efs', kind: 'card', number: '0541', truckId, startsOn: '2026-01-01' }
  await call('POST', '/api/cards', card)
  await open('/fuel-and-tolls')
  await press('Find Trucks')
  await findText('Charged before?')
  ;(await findField('They were charged before')).click()
  await press('Cancel')
  // An answer that was cancelled is not sent: the question comes again.
  await press('Find Trucks')
  await findText('Charged before?')
  const dialog = await screen.findByRole('dialog')
  const fresh = (await findField('They were charged before')) as HTMLInputElement
  expect(fresh.checked).toBe(false)
  ;(await findField('They were charged before')).click()
  await press('Find Trucks', dialog)
  await findToast('The truck of 1 purchase was found')
  expect(await call('GET', '/api/card-purchases')).toMatchObject([{ pile: 'ignored' }])
})

test('C571 Two Purchases asks about an approved week; Cancel forgets the answer', async () => {
  await enter()
  await approveWeek(await addTruck())
  await importRows([{ day: '2026-01-16' }], 'Save 1 Purchase')
  await findToast('1 purchase saved.')
  await importRows([{ day: '2026-01-09' }], 'Save 1 Conflict')
  await findToast(/1 conflict/)
  await open('/fuel-and-tolls?pile=conflict')
  await press('Compare Card 0541, 1/16/2026')
  await press('Two Purchases')
  ;(await findField('Charge them on the next settlement')).click()
  await press('Cancel')
  await press('Two Purchases')
  const fresh = (await findField('Charge them on the next settlement')) as HTMLInputElement
  expect(fresh.checked).toBe(false)
  ;(await findField('They were charged before')).click()
  await press('Two Purchases')
  await findToast('Second purchase added')
  expect(await call('GET', '/api/card-purchases?sort=day')).toMatchObject([
    { day: '2026-01-09', pile: 'ignored' },
    { day: '2026-01-16', ignored: null },
  ])
})

test('C570 An import warns of figures that wait for a decision, and leads to it', async () => {
  await enter()
  await addTruck()
  await importRows([{ day: '2026-01-09' }], 'Save 1 Purchase')
  await findToast('1 purchase saved.')
  await importRows([{ day: '2026-01-12' }], 'Save 1 Conflict')
  await findToast(/1 conflict/)
  await importRows([{ day: '2026-01-09', amount: '299.00' }], 'Save 1 Conflict')
  await findText(/1 row has new figures for a purchase with an open question/)
  await press('Show Conflicts')
  expect(await screen.findByRole('button', { name: 'Compare Card 0541, 1/9/2026' })).toBeTruthy()
})
