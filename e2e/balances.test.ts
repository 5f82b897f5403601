/** The Balances screen: pay out, repay, write off, undo, transfer, interest (SPEC C20–C22). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()
let samples = 0

/** Ann's loan of $500.00, and her escrow with $1,000.00 held since 2/2/2024. */
async function createBalances(page: Page) {
  const ann = await create(page, 'owners', { ...makeSample('owners', ++samples), name: 'Ann' })
  const truck = await create(page, 'trucks', { ...makeSample('trucks', samples), ownerId: ann.id })
  const rule = { category: 'other', basis: 'fixed', truckId: truck.id }
  const loan = { ...rule, description: 'Loan', balance: 'loan', value: '100', total: '500' }
  await create(page, 'deduction-rules', { ...loan, firstDay: '2024-03-01' })
  const escrow = { ...rule, description: 'Escrow', balance: 'escrow', value: '1000' }
  await create(page, 'deduction-rules', { ...escrow, total: '1000' })
  const settlementDate = '2024-02-02'
  const load = { ...makeSample('loads', samples), truckId: truck.id, settlementDate }
  await create(page, 'loads', { ...load, revenue: '3000' })
  const first = { truckId: truck.id, settlementDate, startFromDefaults: true }
  const { id } = await create(page, 'billing', first)
  await page.request.post(`/api/billing/${id}/approve`)
  return truck
}

const dialog = (page: Page) => page.getByRole('dialog')

test('C20 C22 A loan is paid out, repaid, written off and the write-off undone', async () => {
  const page = await app.enter()
  await createBalances(page)
  await page.goto('/settlements/balances')
  await page.getByText('Owed $500.00 of $500.00').waitFor()
  await expectAccessible(page)
  await button(page, 'Pay Out: Loan, Ann').click()
  expect(await dialog(page).getByLabel('Amount').inputValue()).toBe('500.00')
  await expectAccessible(page)
  await button(page, 'Save Payment').click()
  await page.getByText('Paid out $500.00').waitFor()
  app.expectComplaint(/400/)
  await button(page, 'Repay: Loan, Ann').click()
  await dialog(page).getByLabel('Amount').fill('501')
  await button(page, 'Save Repayment').click()
  await dialog(page).getByText('Only $500.00 is owed').waitFor()
  await dialog(page).getByLabel('Amount').fill('120')
  await button(page, 'Save Repayment').click()
  await page.getByText('Owed $380.00 of $500.00').waitFor()
  await button(page, 'Write Off: Loan, Ann').click()
  expect(await dialog(page).getByLabel('Amount').inputValue()).toBe('380.00')
  await dialog(page).getByLabel('Reason').fill('Quit')
  await button(page, 'Write Off').click()
  await page.getByText('Owed $380.00').waitFor({ state: 'detached' })
  await page.getByLabel('Show balances of $0.00').click()
  await page.getByText('Written off $380.00').waitFor()
  await button(page, 'Entries: Loan, Ann').click()
  await button(page, 'Undo').first().click()
  await dialog(page).getByLabel('Reason').fill('He came back')
  await expectAccessible(page)
  await button(page, 'Undo Entry').click()
  await findToast(page, 'Undone').waitFor()
  await dialog(page).getByText('Write-off undone').waitFor()
})
