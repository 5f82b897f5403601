import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, startApp, findToast, enterCompany } from './app.ts'
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
  await enterCompany(page)
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
