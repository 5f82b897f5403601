import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addUp, formatMoney, toAmount, toCents } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { signUp, startApp, findToast } from './app.ts'
import { add, choose, fill } from './steps.ts'

const app = startApp()

const LOADS = [
  { number: 'L-1', revenue: '2,400.10', settlementDate: '11/20/2026' },
  { number: 'L-2', revenue: '$1,150.25', settlementDate: '11/20/2026' },
  { number: 'L-3', revenue: '900', settlementDate: '11/27/2026' },
]

test('A7.6 A7.9 B28 B31 S18 From sign-up to the PDF, all amounts agree to the cent', async () => {
  const page = await app.openPage('/signup')
  await signUp(page)

  await add(page, 'Owners', 'Owner', {
    Name: 'Łukasz Nguyễn',
    Email: 'lukasz@example.com',
    Phone: '(555) 010-2030',
    Address: '12 Elm Street\nDallas, TX 75201',
    'Tax ID': '98-7654321',
  })
  await add(page, 'Drivers', 'Driver', {
    Name: 'Zoë Ångström',
    Email: 'zoe@example.com',
    Phone: '(555) 010-2031',
    Address: '1 Oak Road',
    'License #': 'D123',
    'License State': 'tx',
    'License Expiry': '2/29/2028',
  })
  await add(
    page,
    'Trucks',
    'Truck',
    { 'Truck #': '101', Make: 'Freightliner', Model: 'Cascadia', Year: '2021', VIN: '1FUJ' },
    { Owner: 'Łukasz Nguyễn', Driver: 'Zoë Ångström' },
  )
  await add(page, 'Brokers', 'Broker', { 'Company Name': 'Landstar', 'MC Number': 'MC1' })
  await page.getByRole('link', { name: 'Loads', exact: true }).first().click()
  for (const load of LOADS) await addLoad(page, load)

  await page.getByRole('link', { name: 'Settlements', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Settlements' }).waitFor()
  expect(await page.getByLabel('Settlement Date').isDisabled()).toBe(true)
  await choose(page, 'Truck', '101')
  await page.getByLabel('Settlement Date').selectOption({ label: '11/20/2026' })
  await page.getByRole('button', { name: 'Load Settlement Data' }).click()
  await findToast(page, 'Loaded 2 loads for 11/20/2026').waitFor()

  for (const [index, category] of EXPENSE_CATEGORIES.entries()) {
    await expense(page, category).fill(`${index + 10}.${10 + index}`)
  }
  await page.getByRole('button', { name: 'Save Settlement Data' }).click()
  await findToast(page, 'Settlement saved successfully').waitFor()

  await expense(page, 'tolls').fill('$1,000.05')
  await page.getByRole('button', { name: 'Update Settlement Data' }).click()
  await findToast(page, 'Settlement updated successfully').waitFor()

  const popup = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Generate PDF Invoice' }).click()
  await findToast(page, 'PDF invoice generated successfully').waitFor()
  await (await popup).close()

  const saved = await readSavedSettlement(page)
  const expenses = EXPENSE_CATEGORIES.map((category, index) =>
    category === 'tolls' ? '1000.05' : `${index + 10}.${10 + index}`,
  )
  const total = addUp(expenses)
  const revenue = toCents('3550.35')
  expect(saved).toMatchObject({
    totalRevenue: toAmount(revenue),
    totalExpenses: toAmount(total),
    netPayment: toAmount(revenue - total),
  })
  const pdf = await page.request.get(saved.statementUrl ?? '')
  const text = (await pdfText(await pdf.body())).join('\n')
  const figures = [saved.totalRevenue, saved.totalExpenses, saved.netPayment, ...expenses]
  for (const amount of figures) expect(text).toContain(formatMoney(toCents(amount)))
  for (const detail of ['L-1', 'L-2', 'Łukasz Nguyễn', 'Zoë Ångström', 'Dallas, TX', 'Landstar'])
    expect(text).toContain(detail)
  expect(text).not.toContain('L-3')
  for (const amount of figures.slice(0, 3)) {
    await page
      .getByText(formatMoney(toCents(amount)), { exact: true })
      .first()
      .waitFor()
  }
})

function expense(page: Page, category: (typeof EXPENSE_CATEGORIES)[number]) {
  return page.getByLabel(settlementFields[category].label, { exact: true })
}

async function readSavedSettlement(page: Page): Promise<Settlement> {
  const [saved] = (await (await page.request.get('/api/billing')).json()) as [Settlement]
  return saved
}

async function addLoad(page: Page, load: (typeof LOADS)[number]) {
  await page.getByRole('button', { name: 'Add Load' }).first().click()
  await fill(page, { 'Load #': load.number })
  await choose(page, 'Truck', '101')
  await choose(page, 'Driver', 'Zoë')
  await choose(page, 'Broker', 'Landstar')
  await page.getByRole('tab', { name: 'Route' }).click()
  await fill(page, {
    'Pickup City': 'Dallas',
    'Pickup State': 'tx',
    'Pickup Date': '11/16/2026',
    'Delivery City': 'Atlanta',
    'Delivery State': 'ga',
    'Delivery Date': '11/18/2026',
    Miles: '781',
  })
  await page.getByRole('tab', { name: 'Financial' }).click()
  await fill(page, { Revenue: load.revenue, 'Settlement Date': load.settlementDate })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Load added successfully').waitFor()
}
