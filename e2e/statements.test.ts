import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleOf } from '#server/testing/samples.ts'
import { expectAccessible, make, startApp, toastOf } from './app.ts'

const app = startApp()

let made = 0

/** A truck with one load of $1,000.00 for 11/20/2026, and its saved settlement. */
async function settled(page: Page, more: object = {}) {
  const truck = await make(page, 'trucks', sampleOf('trucks', ++made))
  await make(page, 'loads', { ...sampleOf('loads', made), truckId: truck.id, revenue: '1000' })
  const place = { truckId: truck.id, settlementDate: '2026-11-20' }
  const billing = await make(page, 'billing', { ...place, ...more })
  return { truckId: truck.id, billing: billing.id }
}

async function open(page: Page, truckId: number) {
  await page.goto(`/settlements?truck=${truckId}&date=2026-11-20`)
  await toastOf(page, 'Loaded existing settlement data').waitFor()
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

test('C1 a category opens to its lines; its box is their sum, and what is typed elsewhere stays', async () => {
  const page = await app.enter()
  const { truckId, billing } = await settled(page, { fuel: '100' })
  await open(page, truckId)
  await page.getByLabel('Tolls', { exact: true }).fill('7.25')
  await button(page, 'Fuel: 1 line').click()
  await page.getByText('Typed into the box').waitFor()
  await button(page, 'Add Fuel Line').click()
  await page.getByLabel('Description').fill('Loves #331')
  await page.getByLabel('Quantity').fill('120.5')
  await page.getByLabel('Rate').fill('3.89')
  await button(page, 'Save').click()
  await toastOf(page, 'Line added successfully').waitFor()
  await page.getByText('11/20/2026 · 120.5 × $3.89').waitFor()
  const saved = await (await page.request.get(`/api/billing/${billing}`)).json()
  expect(saved).toMatchObject({ fuel: '568.75', tolls: '0.00' })
  const fuel = page.getByLabel('Fuel', { exact: true })
  await expect.poll(() => fuel.inputValue()).toBe('568.75')
  expect(await page.getByLabel('Tolls', { exact: true }).inputValue()).toBe('7.25')
  await expectAccessible(page)

  await button(page, 'Delete Loves #331').click()
  await button(page, 'Delete').click()
  await toastOf(page, 'Line deleted successfully').waitFor()
  await expect.poll(() => fuel.inputValue()).toBe('100.00')
  await button(page, 'Update Settlement Data').click()
  await toastOf(page, 'Settlement updated successfully').waitFor()
  await button(page, 'Tolls: 1 line').waitFor()
})

test('C1 a line of "other" has to say what it is for', async () => {
  const page = await app.enter()
  const { truckId } = await settled(page)
  await open(page, truckId)
  await button(page, 'Other: No lines').click()
  await button(page, 'Add Other Line').click()
  await page.getByLabel('Amount').fill('$38.50')
  await button(page, 'Save').last().click()
  app.expectComplaint(/400/)
  await page
    .getByText(/Say what this deduction is for/)
    .first()
    .waitFor()
  await page.getByLabel('Description').fill('ELD subscription')
  await button(page, 'Save').click()
  await toastOf(page, 'Line added successfully').waitFor()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('38.50')
})

test('C2 a deduction of every truck is set up in Settings, one of a truck on the truck, and both are on the next settlement', async () => {
  const page = await app.enter()
  const truck = await make(page, 'trucks', sampleOf('trucks', ++made))
  const load = { ...sampleOf('loads', made), truckId: truck.id, revenue: '1000' }
  await make(page, 'loads', load)
  await page.goto('/settings')
  await button(page, 'Add Recurring Deduction').click()
  await page.getByLabel(/^Description/).fill('Carrier fee')
  await page.getByLabel(/^Category/).selectOption('other')
  await page.getByLabel(/^Basis/).selectOption('percent')
  await page.getByLabel(/^Value/).fill('12')
  await expectAccessible(page)
  await button(page, 'Save').last().click()
  await page.getByText('12% of revenue').waitFor()

  await page.goto('/trucks')
  await button(page, `Edit T-${made}`).click()
  await button(page, 'Add Recurring Deduction').click()
  await page.getByLabel(/^Description/).fill('Cash advance')
  await page.getByLabel(/^Value/).fill('$100')
  await page.getByLabel(/^Balance/).selectOption('advance')
  await button(page, 'Save').last().click()
  app.expectComplaint(/400/)
  await page.getByText('Total to reach must be more than 0').first().waitFor()
  await page.getByLabel(/^Total to Reach/).fill('250')
  await button(page, 'Save').last().click()
  await page.getByText('$100.00 each settlement · advance, up to $250.00').waitFor()
  await expectAccessible(page)

  await page.goto(`/settlements?truck=${truck.id}&date=2026-11-20`)
  await page
    .getByText(/Carrier fee \(12% × \$1,000.00\), Cash advance \(instalment 1 of 3/)
    .waitFor()
  expect(await page.getByLabel('Other', { exact: true }).inputValue()).toBe('220.00')
  await button(page, 'Save Settlement Data').click()
  await toastOf(page, 'Settlement saved successfully').waitFor()
  await button(page, 'Other: 2 lines').click()
  await page.getByText('11/20/2026 · 12% × $1,000.00').waitFor()
})

test('C3 a settlement is approved, paid and void on the screen; frozen, it can only be looked at', async () => {
  const page = await app.enter()
  const { truckId } = await settled(page, { fuel: '100' })
  await open(page, truckId)
  await page.getByLabel('Tolls', { exact: true }).fill('5')
  expect(await button(page, 'Approve').isDisabled()).toBe(true)
  await button(page, 'Update Settlement Data').click()
  await toastOf(page, 'Settlement updated successfully').waitFor()
  await button(page, 'Approve').click()
  await toastOf(page, 'Statement 1 approved').waitFor()
  await page.getByRole('heading', { name: 'Statement 1' }).waitFor()
  await page.getByText('$895.00 to be paid. Its figures are frozen.').waitFor()
  expect(await button(page, 'Update Settlement Data').count()).toBe(0)
  expect(await page.getByLabel('Tolls', { exact: true }).isEditable()).toBe(false)
  await button(page, 'Fuel: 1 line').click()
  await page.getByText('Typed into the box').waitFor()
  expect(await button(page, 'Add Fuel Line').count()).toBe(0)
  await expectAccessible(page)

  await button(page, 'Mark Paid').click()
  await page.getByLabel(/^Paid On/).fill('11/25/2026')
  await page.getByLabel(/^Check or Reference/).fill('1001')
  await expectAccessible(page)
  await button(page, 'Save').click()
  await page.getByText('$895.00 paid on 11/25/2026, Check 1001.').waitFor()

  await button(page, 'Void').click()
  await button(page, 'Void Statement').click()
  await page.getByText('Reason is required').waitFor()
  await page.getByLabel(/^Reason/).fill('Wrong truck')
  await expectAccessible(page)
  await button(page, 'Void Statement').click()
  await toastOf(page, 'Statement voided').waitFor()
  await expectAccessible(page)
  await button(page, 'Settle Anew').click()
  await toastOf(page, 'Loaded 1 loads for 11/20/2026').waitFor()
  await page.getByText('is void: Wrong truck').waitFor()
  await button(page, 'Save Settlement Data').click()
  await toastOf(page, 'Settlement saved successfully').waitFor()
  await expectAccessible(page)
})

test('C5 balances stand on the truck and on the settlement, where some can be given back', async () => {
  const page = await app.enter()
  const truck = await make(page, 'trucks', sampleOf('trucks', ++made))
  const load = { ...sampleOf('loads', made), truckId: truck.id, revenue: '1000' }
  await make(page, 'loads', load)
  const escrow = { description: 'Escrow', category: 'other', basis: 'fixed', value: '100' }
  const data = { ...escrow, balance: 'escrow', total: '500', truckId: truck.id }
  expect((await page.request.post('/api/deduction-rules', { data })).status()).toBe(201)
  await make(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await open(page, truck.id)
  await page.getByText('Held $100.00 of $500.00 ($100.00 on this settlement)').waitFor()
  await button(page, 'Refund Escrow').click()
  await page.getByLabel(/^Amount/).fill('40')
  await expectAccessible(page)
  await button(page, 'Save').click()
  await page.getByText('Held $60.00 of $500.00 ($60.00 on this settlement)').waitFor()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('60.00')
  await expectAccessible(page)
  await page.goto('/trucks')
  await button(page, `Edit T-${made}`).click()
  await page.getByText('Held $60.00 of $500.00').waitFor()
})

test('C7 a load that changed after its statement is told of, and corrected on the next settlement by one click', async () => {
  const page = await app.enter()
  const { truckId, billing } = await settled(page)
  await page.request.post(`/api/billing/${billing}/approve`)
  const [load] = (await (await page.request.get('/api/loads')).json()) as { id: number }[]
  await page.request.put(`/api/loads/${load?.id}`, { data: { ...load, revenue: '900' } })
  await open(page, truckId)
  await page.getByText(`Load L-${made}: $1,000.00 → $900.00 after statement 1`).waitFor()
  await expectAccessible(page)
  const next = { ...sampleOf('loads', ++made), truckId, settlementDate: '2026-11-27' }
  await make(page, 'loads', next)
  await make(page, 'billing', { truckId, settlementDate: '2026-11-27' })
  await page.goto(`/settlements?truck=${truckId}&date=2026-11-27`)
  await button(page, 'Correct on Next Settlement').click()
  await toastOf(page, 'Correction added to the next settlement').waitFor()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('100.00')
  await button(page, 'Correct on Next Settlement').waitFor({ state: 'detached' })
})

test('C8 a pay day: all trucks of the last week saved, the clean ones approved, and paid, with their files', async () => {
  const page = await app.enter()
  const owner = await make(page, 'owners', sampleOf('owners', ++made))
  const numbers: string[] = []
  for (const bolStatus of ['received', 'received', 'pending']) {
    const truck = await make(page, 'trucks', { ...sampleOf('trucks', ++made), ownerId: owner.id })
    numbers.push(String(truck.truckId))
    const load = { ...sampleOf('loads', made), truckId: truck.id, bolStatus, revenue: '1000' }
    await make(page, 'loads', load)
  }
  await page.clock.setFixedTime(new Date('2026-11-25T12:00:00'))
  await page.goto('/settlements')
  await page.getByRole('link', { name: 'Pay day' }).click()
  await page.getByText('Week of 11/15/2026 to 11/21/2026').waitFor()
  await page.getByText('1 BOL missing').waitFor()
  await expectAccessible(page)
  await button(page, 'Save All (3)').click()
  await page.getByText('Saving settlements: 3 of 3, done').waitFor()
  await button(page, 'Approve Clean Ones (2)').click()
  await page.getByText('Approving: 2 of 2, done').waitFor()
  await page.getByText('Approved #1').waitFor()
  await button(page, 'Mark Paid (2)').click()
  await expectAccessible(page)
  await button(page, 'Mark Paid').click()
  await page.getByText('Marking paid: 2 of 2, done').waitFor()
  await page.getByText('Paid #2').waitFor()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Pay Register' }).click()
  expect((await download).suggestedFilename()).toBe('pay-register-2026-11-15.csv')
  await button(page, 'Week before').click()
  await page.getByText('No truck has loads to settle in this week.').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goBack()
  await page.getByRole('link', { name: numbers[0] ?? '' }).waitFor()
  await expectAccessible(page)
})

test('C9 an owner’s year: what was paid, statement by statement, and the bridge to the other dates', async () => {
  const page = await app.enter()
  const { billing } = await settled(page, { fuel: '100' })
  await page.request.post(`/api/billing/${billing}/approve`)
  const data = { paidOn: '2026-11-25', paymentMethod: 'ach' }
  await page.request.post(`/api/billing/${billing}/pay`, { data })
  await page.clock.setFixedTime(new Date('2026-12-01T12:00:00'))
  await page.goto('/settlements')
  await page.getByRole('link', { name: /year/ }).click()
  await page
    .getByText('Paid: $1,000.00 before deductions, $100.00 deducted, $900.00 net.')
    .waitFor()
  await page.getByRole('cell', { name: '11/25/2026' }).waitFor()
  await expectAccessible(page)
  await button(page, 'Year before').click()
  await page.getByText('No statement was settled or paid in 2025.').waitFor()
})
