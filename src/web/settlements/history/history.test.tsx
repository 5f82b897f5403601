import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { check, follow, readColumn } from '#web/testing/loads.ts'
import { call, create, enter, findButton, findText, open, press, user } from '#web/testing/page.tsx'

/** Truck T-1 with two settlements, T-2 with one. */
async function createSettlements(): Promise<void> {
  await enter()
  const trucks = new Map<string, number>()
  for (const [index, [truckId, settlementDate, revenue]] of [
    ['T-1', '2026-11-13', '100.00'],
    ['T-1', '2026-11-20', '2400.00'],
    ['T-2', '2026-11-06', '900.00'],
  ].entries()) {
    const key = String(truckId)
    const values = { ...makeSample('trucks', index), truckId }
    if (!trucks.has(key)) trucks.set(key, (await create('trucks', values)).id)
    const place = { truckId: trucks.get(key), settlementDate }
    await create('loads', { ...makeSample('loads', index), ...place, revenue })
    await create('billing', { ...place, fuel: '10.00' })
  }
}

const expectDates = (dates: string[]) => waitFor(() => expect(readColumn(2)).toEqual(dates))

test('B64 C355 The history lists saved settlements, latest first', async () => {
  await createSettlements()
  await open('/settlements')
  await follow('History')
  await screen.findByRole('heading', { level: 1, name: 'Settlement History' })
  await expectDates(['11/20/2026', '11/13/2026', '11/6/2026'])
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((column) => readColumn(column)[0])).toEqual([
    'T-1',
    '11/20/2026',
    '11/15/2026 – 11/21/2026',
    '$2,400.00',
    '$0.00',
    '$10.00',
    '$2,390.00',
    'Draft',
  ])
})

test('B64 The history is searched, sorted and filtered like other lists', async () => {
  await createSettlements()
  await open('/settlements/history')
  await press('Net Payment')
  await expectDates(['11/13/2026', '11/6/2026', '11/20/2026'])
  await user.type(await screen.findByLabelText('Search settlements'), 't-1')
  await expectDates(['11/13/2026', '11/20/2026'])
  await open('/settlements/history?settlementDate.to=2026-11-13&totalRevenue.from=500')
  await expectDates(['11/6/2026'])
  await findButton('Load Revenue: from $500.00')
})

test('B60 B64 C3 C546 The status is a badge and a filter, and a settlement before approval is a draft', async () => {
  await createSettlements()
  const [latest] = await call<[{ id: number }]>('GET', '/api/billing')
  await call('POST', `/api/billing/${latest.id}/approve`)
  await open('/settlements/history?status=approved')
  await expectDates(['11/20/2026'])
  expect(readColumn(8)).toEqual(['Approved'])
  await press('Status: Approved')
  await check('Draft')
  await expectDates(['11/20/2026', '11/13/2026', '11/6/2026'])
})

test('B64 A row opens the Settlements screen and the PDF', async () => {
  await createSettlements()
  await open('/settlements/history')
  const pdf = await screen.findByRole('link', { name: 'Open PDF: truck T-1, 11/13/2026' })
  const response = await fetch(pdf.getAttribute('href') ?? '')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await follow('Open truck T-1, 11/13/2026')
  await findButton('Update Settlement Data')
  expect(new URLSearchParams(location.search).get('date')).toBe('2026-11-13')
})

test('B64 An empty history links to the Settlements screen', async () => {
  await enter()
  await open('/settlements/history')
  await findText('No data available')
  await follow('Create your first settlement')
  await screen.findByRole('heading', { level: 1, name: 'Settlements' })
})
