import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { openSaved, createSettlement } from './settlement-steps.ts'
import { button } from './steps.ts'

const app = startApp()

function expectFocus(page: Page, label: string) {
  return page
    .getByLabel(new RegExp(`^${label}`))
    .and(page.locator(':focus'))
    .waitFor()
}

test('C3 A settlement is approved, paid and voided, and its amounts are locked', async () => {
  const page = await app.enter()
  const { truckId } = await createSettlement(page, { fuel: '100' })
  await openSaved(page, truckId)
  await page.getByLabel('Tolls', { exact: true }).fill('5')
  expect(await button(page, 'Approve').isDisabled()).toBe(true)
  await button(page, 'Update Settlement Data').click()
  await findToast(page, 'Settlement updated successfully').waitFor()
  await button(page, 'Approve').click()
  await findToast(page, 'Statement 1 approved').waitFor()
  await page.getByRole('heading', { name: 'Statement 1' }).waitFor()
  await page.getByText('$895.00 due. Locked.').waitFor()
  expect(await button(page, 'Update Settlement Data').count()).toBe(0)
  const statement = page.getByRole('table', { name: 'Deductions of the statement' })
  expect(await statement.getByRole('row').allInnerTexts()).toEqual([
    'Fuel\nManual entry\n\t$100.00',
    'Tolls\nManual entry\n\t$5.00',
    'Total Expenses\t$105.00',
    'Net Payment\t$895.00',
  ])
  expect(await page.locator('form#expense-categories').count()).toBe(0)
  await expectAccessible(page)

  await button(page, 'Pay').click()
  // Today: a day before the approval is a question.
  const paidOn = await page.getByLabel(/^Paid On/).inputValue()
  await page.getByLabel(/^Check # or Reference/).fill('1001')
  await page
    .getByRole('dialog')
    .getByText(/^\$895\.00( to |$)/)
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click()
  await findToast(page, 'Payment of statement 1 posted').waitFor()
  await page.getByText(`Paid $895.00 on ${paidOn} (Check 1001). Locked.`).waitFor()

  await button(page, 'Void').click()
  await button(page, 'Void Statement').click()
  await page.getByText('Reason is required').waitFor()
  await expectFocus(page, 'Reason')
  await page.getByLabel(/^Reason/).fill('Wrong truck')
  await button(page, 'Void Statement').click()
  await page.getByText('Choose what happened to the money').waitFor()
  await page.getByLabel(/never cashed/).check()
  await expectAccessible(page)
  await button(page, 'Void Statement').click()
  await findToast(page, 'Statement voided').waitFor()
  await expectAccessible(page)
  await button(page, 'Create New Settlement').click()
  await findToast(page, 'Loaded 1 loads for 11/20/2026').waitFor()
  await page.getByText('is void: Wrong truck').waitFor()
  await button(page, 'Save Settlement Data').click()
  await findToast(page, 'Settlement saved successfully').waitFor()
  await expectAccessible(page)
})

test('C94 A void is undone from its toast, and the new draft is approved with two clicks', async () => {
  const page = await app.enter()
  const { truckId, billing } = await createSettlement(page, {
    fuel: '100',
    other: '85',
    otherReason: 'Cargo claim 881',
  })
  expect((await page.request.post(`/api/billing/${billing}/approve`)).status()).toBe(200)
  await openSaved(page, truckId)
  await button(page, 'Void').click()
  await page.getByLabel(/^Reason/).fill('Wrong statement')
  await button(page, 'Void Statement').click()
  const toast = page.locator('li[data-state=open]').filter({ hasText: 'Statement voided' })
  await toast.getByRole('button', { name: 'Settle Again' }).click()
  await findToast(page, 'Statement 1 settled again All figures are the same.').waitFor()
  await expectAccessible(page)
  await button(page, 'Approve').click()
  await findToast(page, 'Statement 2 approved').waitFor()
  await page.getByText('$815.00 due. Locked.').waitFor()

  await page.goto(`/settlements/statements/${billing}`)
  await page.getByRole('link', { name: 'statement #2' }).click()
  await page.getByRole('heading', { name: 'Statement #2' }).waitFor()
})

test('C94 The page of a void statement lists what differs in its new draft', async () => {
  const page = await app.enter()
  const { billing } = await createSettlement(page, { fuel: '100' })
  await page.request.post(`/api/billing/${billing}/approve`)
  await page.request.post(`/api/billing/${billing}/void`, { data: { reason: 'Wrong statement' } })
  const fee = { description: 'Fee', category: 'other', basis: 'percent', value: '12' }
  await create(page, 'deduction-rules', fee)
  await page.goto(`/settlements/statements/${billing}`)
  await button(page, 'Settle Again').waitFor()
  await expectAccessible(page)
  await button(page, 'Settle Again').click()
  const dialog = page.getByRole('dialog', { name: 'Statement 1 settled again' })
  // 12% of 1,000.00
  await dialog.getByText('Fee -$120.00 now (was $0.00)').waitFor()
  await dialog.getByText('Net $780.00 now (was $900.00)').waitFor()
  await expectAccessible(page)
})

test('C3 C5 An error that says what to do first stays on the screen', async () => {
  app.expectComplaint(/409 \(Conflict\)/)
  const page = await app.enter()
  const { truckId, billing } = await createSettlement(page)
  const escrow = { description: 'Escrow', category: 'other', basis: 'fixed', value: '100' }
  const data = { ...escrow, balance: 'escrow', total: '100' }
  const rule = await create(page, 'deduction-rules', data)
  await page.request.post(`/api/billing/${billing}/apply-rules`)
  const settlementDate = '2026-11-27'
  await create(page, 'loads', { ...makeSample('loads', 2), truckId, settlementDate })
  const later = await create(page, 'billing', { truckId, settlementDate })
  await create(page, `billing/${later.id}/balances/${rule.id}/refunds`, { amount: '100' })
  await page.goto(`/settlements?truck=${truckId}&date=2026-11-27`)
  await button(page, 'Approve').click()
  const error = page
    .getByRole('main')
    .getByText(/^Approve the 11\/20\/2026 settlement first; it also changes .Escrow./)
  await error.waitFor()
  await expectAccessible(page)
  await page.request.post(`/api/billing/${billing}/approve`)
  await button(page, 'Approve').click()
  await findToast(page, 'Statement 2 approved').waitFor()
  expect(await error.count()).toBe(0)

  await openSaved(page, truckId)
  await button(page, 'Void').click()
  await page.getByLabel(/^Reason/).fill('Wrong truck')
  await button(page, 'Void Statement').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Statement 2 refunds this deduction/).waitFor()
  await expectAccessible(page)
})

test("C3 A payment form starts with the owner's method and shows amount and payee", async () => {
  const page = await app.enter()
  const owner = await create(page, 'owners', { ...makeSample('owners', 1), paymentMethod: 'wire' })
  const { truckId, billing } = await createSettlement(page, {}, { ownerId: owner.id })
  expect((await page.request.post(`/api/billing/${billing}/approve`)).status()).toBe(200)
  await openSaved(page, truckId)
  await button(page, 'Pay').click()
  const form = page.getByRole('dialog', { name: 'Pay Statement 1' })
  await form.getByText(`$1,000.00 to ${String(owner.name)}`).waitFor()
  expect(await form.getByLabel(/^Payment Method/).inputValue()).toBe('wire')
})

test('C5 The truck and the settlement show balances, and a draft can refund them', async () => {
  const page = await app.enter()
  const truck = await create(page, 'trucks', makeSample('trucks', 1))
  const load = { ...makeSample('loads', 1), truckId: truck.id, revenue: '1000' }
  await create(page, 'loads', load)
  const escrow = { description: 'Escrow', category: 'other', basis: 'fixed', value: '100' }
  const data = { ...escrow, balance: 'escrow', total: '500', truckId: truck.id }
  expect((await page.request.post('/api/deduction-rules', { data })).status()).toBe(201)
  await create(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await openSaved(page, truck.id)
  await page.getByText('Held $100.00 of $500.00 ($100.00 this settlement)').waitFor()
  await button(page, 'Refund Escrow').click()
  await page.getByLabel(/^Amount/).fill('40')
  await expectAccessible(page)
  await button(page, 'Save').click()
  await page.getByText('Held $60.00 of $500.00 ($60.00 this settlement)').waitFor()
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('60.00')
  await expectAccessible(page)
  await page.goto('/trucks')
  await button(page, 'Edit T-1').click()
  await page.getByText('Held $60.00 of $500.00').waitFor()
})

test('C7 C17 A changed load and the lines of its adjustment are shown before it is added', async () => {
  const page = await app.enter()
  const fee = { category: 'other', description: 'Carrier fee', basis: 'percent', value: '12' }
  await create(page, 'deduction-rules', fee)
  const { truckId, billing } = await createSettlement(page)
  await page.request.post(`/api/billing/${billing}/approve`)
  const [load] = (await (await page.request.get('/api/loads')).json()) as { id: number }[]
  await page.request.put(`/api/loads/${load?.id}`, { data: { ...load, revenue: '900' } })
  await openSaved(page, truckId)
  await page.getByText('Load L-1 changed from $1,000.00 to $900.00 after statement 1').waitFor()
  await page.getByText('12% × $900.00, was 12% × $1,000.00').waitFor()
  await page.getByRole('row', { name: 'Change in net -$88.00' }).waitFor()
  await expectAccessible(page)
  const next = { ...makeSample('loads', 2), truckId, settlementDate: '2026-11-27' }
  await create(page, 'loads', next)
  await create(page, 'billing', { truckId, settlementDate: '2026-11-27' })
  await page.goto(`/settlements?truck=${truckId}&date=2026-11-27`)
  await button(page, 'Adjust on Next Settlement').click()
  await findToast(page, 'Adjustment added to the next settlement').waitFor()
  // 12% of $2,400.00 is $288.00; $100.00 of revenue less $12.00 of the fee.
  await expect.poll(() => page.getByLabel('Other', { exact: true }).inputValue()).toBe('376.00')
  await button(page, 'Adjust on Next Settlement').waitFor({ state: 'detached' })
})

test('C9 The year-end has a line per payee that opens statements and payments', async () => {
  const page = await app.enter()
  const { billing } = await createSettlement(page, { fuel: '100' })
  await page.request.post(`/api/billing/${billing}/approve`)
  const data = { paidOn: '2026-11-25', paymentMethod: 'ach', confirmed: ['paidOn'] }
  await page.request.post(`/api/billing/${billing}/pay`, { data })
  await page.clock.setFixedTime(new Date('2026-12-01T12:00:00'))
  await page.goto('/settlements')
  await page.getByRole('link', { name: 'Year-End (1099)' }).click()
  await page.getByRole('cell', { name: '$900.00' }).first().waitFor()
  await page.getByText('Below $2,000').waitFor()
  await page.getByRole('cell', { name: 'Unassigned' }).getByRole('button').click()
  await page.getByRole('cell', { name: '11/25/2026' }).first().waitFor()
  await page.getByText('Loads by delivery date').waitFor()
  await expectAccessible(page)
  await button(page, 'Tax Preparer File').click()
  await page.getByText('This file contains tax IDs.').waitFor()
  await button(page, 'Cancel').click()
  await expectAccessible(page)
  await button(page, 'Previous year').click()
  await page.getByText('No statements in 2025.').waitFor()
})
