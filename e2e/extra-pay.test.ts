import { expect, test } from 'vitest'
import { expectAccessible, startApp, findToast } from './app.ts'
import { createSettlement, openSaved } from './settlement-steps.ts'
import { button } from './steps.ts'

const app = startApp()

test('C18 C105 Extra pay is entered as pay, and the summary shows gross pay', async () => {
  const page = await app.enter()
  const { truckId, billing } = await createSettlement(page, { fuel: '100' })
  await openSaved(page, truckId)
  await button(page, 'Add Extra Pay').first().click()
  const types = page.getByLabel(/^Type/).getByRole('option')
  expect(await types.allInnerTexts()).toEqual(['Bonus', 'Other'])
  await page.getByLabel('Quantity').fill('3')
  await page.getByLabel('Rate').fill('50')
  await expectAccessible(page)
  await button(page, 'Save').last().click()
  await findToast(page, 'Extra Pay added successfully').waitFor()
  await page.getByText('Extra pay: Bonus · 11/20/2026 · 3 × $50.00').first().waitFor()
  await page.getByText('net of $150.00 extra pay').first().waitFor()
  const saved = await (await page.request.get(`/api/billing/${billing}`)).json()
  expect(saved).toMatchObject({ extraPay: '150.00', grossPay: '1150.00', netPayment: '1050.00' })
  await expectAccessible(page)

  await button(page, 'Edit Bonus').first().click()
  expect(await page.getByLabel('Amount').inputValue()).toBe('150.00')
  await page.getByLabel('Quantity').fill('')
  await page.getByLabel('Amount').fill('-20')
  app.expectComplaint(/400/)
  await button(page, 'Save').last().click()
  await page.getByText('Amount must be more than $0.00').first().waitFor()
  await page.getByLabel('Amount').fill('175')
  await button(page, 'Save').last().click()
  await findToast(page, 'Extra Pay updated successfully').waitFor()
})
