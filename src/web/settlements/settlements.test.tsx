import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  answer,
  call,
  choose,
  create,
  enter,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  hold,
  press,
  readSent,
  user,
} from '#web/testing/page.tsx'
import {
  addLoad,
  createTruckWithLoads,
  loadSettlement,
  openSettlements,
  readAmount,
  readFigure,
  readTotals,
} from '#web/testing/settlements.ts'

const isDisabled = async (name: string) => (await findButton(name)).matches(':disabled')

/** The dates that the picker offers. */
async function readDates(): Promise<string[]> {
  const options = (await findField('Settlement Date')).querySelectorAll('option')
  return [...options].map(({ textContent }) => textContent)
}

test('B26 The truck picker of a new account says to add a truck first', async () => {
  await enter()
  await openSettlements()
  await findText('No trucks yet. Add a truck first.')
  await user.click(await findField('Truck'))
  await findText('No records yet')
  await user.type(await screen.findByPlaceholderText('Type to search'), '101')
  await findText('Nothing matches')
})

test("A2.settlements.1 A2.settlements.2 A5.settlement.3 Loading requires a truck and one of its loads' dates, newest first", async () => {
  await enter()
  await createTruckWithLoads({ '2026-11-13': ['1'], '2026-11-20': ['1', '1'], '2026-09-04': ['1'] })
  await create('trucks', { ...makeSample('trucks', 999), truckId: '777' })
  await openSettlements()
  expect((await findField('Settlement Date')).disabled).toBe(true)
  await press('Load Settlement Data')
  await findToast('Please select truck and settlement date')
  await choose('Truck', '101')
  await waitFor(async () =>
    expect((await readDates()).slice(1)).toEqual(['11/20/2026', '11/13/2026', '9/4/2026']),
  )
  expect((await findField('Settlement Date')).disabled).toBe(false)
  await press('Dismiss')
  await press('Load Settlement Data')
  await findToast('Please select truck and settlement date')
  await choose('Truck', '777')
  await findText('No loads on this truck have a settlement date')
  expect(await readDates()).toEqual(['No settlement dates available'])
})

test('A2.settlements.3 A4.settlement.2 A8.settlement.3 A loaded settlement shows its totals', async () => {
  await enter()
  await createTruckWithLoads({ '2026-11-20': ['1000.10', '2000.20'], '2026-11-13': ['5'] })
  await openSettlements()
  expect(await isDisabled('Save Settlement Data')).toBe(true)
  expect(await isDisabled('Generate PDF Invoice')).toBe(true)
  await loadSettlement()
  await findToast('Loaded 2 loads for 11/20/2026')
  expect(readTotals()).toEqual(['$3,000.30', '$0.00', '$3,000.30'])
  expect(readFigure('Loads')).toBe('2')
  expect(await isDisabled('Save Settlement Data')).toBe(false)
  expect(await isDisabled('Generate PDF Invoice')).toBe(true)
})

test('A2.settlements.5 A4.settlement.1 A8.settlement.1 A saved settlement is updated', async () => {
  await enter()
  await createTruckWithLoads({ '2026-11-20': ['1000.10', '2000.20'] })
  await openSettlements()
  await loadSettlement()
  await fill({ Fuel: '500.05' })
  const release = hold('POST', /^\/api\/billing$/)
  await press('Save Settlement Data')
  await findButton('Saving...')
  release()
  await findToast('Settlement saved successfully')
  await findButton('Update Settlement Data')
  expect(await isDisabled('Generate PDF Invoice')).toBe(false)

  await openSettlements()
  await loadSettlement()
  await findToast('Loaded existing settlement data')
  await waitFor(async () => expect(await readAmount('Fuel')).toBe('500.05'))
  expect(readTotals()).toEqual(['$3,000.30', '$500.05', '$2,500.25'])
  await fill({ Tolls: '0.25' })
  await press('Update Settlement Data')
  await findToast('Settlement updated successfully')
})

test('A7.7 The browser sends the week number and the week year of a settlement', async () => {
  await enter()
  await createTruckWithLoads({ '2026-11-20': ['1000'] })
  await openSettlements()
  await loadSettlement()
  const week = { weekNumber: 3, weekYear: 2026 }
  await findToast(/^Loaded 1/)
  await press('Save Settlement Data')
  await findToast('Settlement saved successfully')
  expect(readSent('POST')).toMatchObject(week)
  await fill({ Tolls: '1126.65' })
  await user.click(await findField('Parking'))
  expect(await readAmount('Tolls')).toBe('1,126.65')
  await press('Update Settlement Data')
  await findToast('Settlement updated successfully')
  expect(readSent('PUT')).toMatchObject({ ...week, tolls: '1126.65' })
})

test('A5.settlement.1 A5.settlement.2 B13 B14 Totals follow each key; an invalid amount counts as 0 and cannot be saved', async () => {
  await enter()
  await createTruckWithLoads({ '2026-11-20': ['100'] })
  await openSettlements()
  await loadSettlement()
  await findToast('Loaded 1 loads for 11/20/2026')
  await user.type(await findField('Fuel'), '12')
  expect(readTotals()).toEqual(['$100.00', '$12.00', '$88.00'])
  await user.keyboard('.34')
  expect(readTotals()).toEqual(['$100.00', '$12.34', '$87.66'])
  await fill({ Tolls: '$1,234.50' })
  expect(readTotals()).toEqual(['$100.00', '$1,246.84', '-$1,146.84'])
  await findText('Negative net: deductions exceed revenue.')
  await fill({ Insurance: '-1000' })
  expect(readTotals()).toEqual(['$100.00', '$246.84', '-$146.84'])

  await fill({ Insurance: '', Tolls: '', Fuel: 'twelve' })
  expect(readTotals()).toEqual(['$100.00', '$0.00', '$100.00'])
  await findText('Not a valid amount, counted as $0.00: Fuel')
  await press('Save Settlement Data')
  const fuel = await findField('Fuel')
  await waitFor(() => expect(document.activeElement).toBe(fuel))
  expect(fuel.getAttribute('aria-invalid')).toBe('true')
  expect(await call('GET', '/api/billing')).toEqual([])
})

test('A2.settlements.4 B32 YTD uses delivery date for revenue, settlement date for expenses', async () => {
  await enter()
  const truckId = await createTruckWithLoads({ '2026-11-20': ['1000'], '2026-01-02': ['500.50'] })
  await addLoad(truckId, '2026-01-02', '7', { deliveryDate: '2025-12-31' })
  await create('billing', { truckId, settlementDate: '2026-01-02', fuel: '100.25' })
  await openSettlements()
  expect(screen.queryByText('YTD Revenue')).toBe(null)
  await choose('Truck', '101')
  await findText('$1,500.50')
  const figures = ['YTD Revenue', 'YTD Expenses', 'YTD Net', 'Total Loads'].map(readFigure)
  expect(figures).toEqual(['$1,500.50', '$100.25', '$1,400.25', '2'])
  for (const text of ['by delivery date', 'by settlement date']) await screen.findAllByText(text)
})

test('A5.settlement.4 B28 C1 C2 Saved revenue stays when loads change; recalculating keeps unsaved edits', async () => {
  await enter()
  const truckId = await createTruckWithLoads({ '2026-11-20': ['1000'] })
  const fee = { category: 'factoring', description: 'Fee', basis: 'percent', value: '10' }
  await create('deduction-rules', fee)
  await create('billing', { truckId, settlementDate: '2026-11-20' })
  await addLoad(truckId, '2026-11-20', '500')
  await openSettlements()
  await loadSettlement()
  await findToast('Loaded existing settlement data')
  expect(readTotals()).toEqual(['$1,000.00', '$100.00', '$900.00'])
  await screen.findAllByText('$1,500.00')
  await fill({ Tolls: '5' })
  await press(/Recalculate/)
  const recalculated = ['$1,500.00', '$155.00', '$1,345.00']
  await waitFor(() => expect(readTotals()).toEqual(recalculated))
  await press('Update Settlement Data')
  await findToast('Settlement updated successfully')
  expect(readTotals()).toEqual(recalculated)
})

test('B30 A9.limits.5 A new settlement starts with the default deductions and names them', async () => {
  await enter()
  await createTruckWithLoads({ '2026-11-20': ['1000.10'] })
  const customDeductions = [{ name: 'ELD', type: 'fixed', value: '38.50' }]
  const answer = { fuelDeductionValue: '15', customDeductions }
  await call('POST', '/api/settings', { companyName: 'Blue', ...answer })
  await openSettlements()
  await loadSettlement()
  await findToast('Loaded 1 loads for 11/20/2026')
  const amounts = await Promise.all(['Fuel', 'Insurance', 'Other'].map(readAmount))
  expect(amounts).toEqual(['150.02', '350.00', '38.50'])
  await screen.findAllByText(/15\s?%/)
  expect(readTotals()).toEqual(['$1,000.10', '$538.52', '$461.58'])
})

test.each([
  ['POST', 'Save Settlement Data', 'Failed to save settlement'],
  ['PUT', 'Update Settlement Data', 'Failed to update settlement'],
])('A8.settlement.2 B9 A failed %s keeps unsaved edits', async (method, name, title) => {
  await enter()
  const truckId = await createTruckWithLoads({ '2026-11-20': ['1000'] })
  if (method === 'PUT') await create('billing', { truckId, settlementDate: '2026-11-20' })
  await openSettlements()
  await loadSettlement()
  await fill({ Fuel: '77.00' })
  answer(method, /^\/api\/billing/, 0)
  await press(name)
  await findToast(title)
  expect(await readAmount('Fuel')).toBe('77.00')
})

test('A8.settlement.4 A failed load shows a message and can be retried', async () => {
  await enter()
  await createTruckWithLoads({ '2026-11-20': ['1000'] })
  await openSettlements()
  const restore = answer('GET', /^\/api\/settlements\/preview\?.*settlementDate/, 0)
  await loadSettlement()
  await findToast('Failed to load settlement data')
  restore()
  await press('Load Settlement Data')
  await findToast('Loaded 1 loads for 11/20/2026')
})
