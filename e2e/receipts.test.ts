/** Money received: six invoices of one check by keyboard, the receipt, and what the invoice and the broker show (SPEC C192–C199). */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button, fill, selectedOption } from './steps.ts'

const app = startApp()
const { SCREENSHOTS } = process.env
const TODAY = new Date().toLocaleDateString('en-CA')

/** A broker with six approved invoices of $1,000.00 each. The loads of the broker are B-1 to B-6. */
async function createInvoices(page: Page) {
  const broker = await create(page, 'brokers', {
    ...makeSample('brokers'),
    companyName: 'Acme Logistics',
    quickPayPercent: null,
    email: 'ap@acme.example',
  })
  const ids: number[] = []
  for (let at = 1; at <= 6; at++) {
    const day = addDays(TODAY, -10 * (8 - at))
    const { id } = await create(page, 'loads', {
      ...makeSample('loads', 700 + at),
      brokerId: broker.id,
      brokerLoadNumber: `B-${at}`,
      revenue: '1000.00',
      pickupDate: day,
      deliveryDate: day,
      deliveryStatus: 'delivered',
    })
    const response = await page.request.post('/api/invoices', {
      data: { brokerId: broker.id, loadIds: [id] },
    })
    const { created } = (await response.json()) as { created: { id: number; version: number }[] }
    const invoice = created[0]?.id ?? 0
    await page.request.put(`/api/invoices/${invoice}`, {
      data: { invoiceDate: day, termsDays: 30, extras: [], version: created[0]?.version },
    })
    const approved = await page.request.post(`/api/invoices/${invoice}/approve`, {
      data: { confirmed: ['papers', 'confirmation', 'asked', 'invoiceDate'] },
    })
    expect(approved.status(), await approved.text()).toBe(200)
    ids.push(invoice)
  }
  return { broker, ids }
}

async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${name} at ${width} px`).toBeLessThanOrEqual(width)
    if (!SCREENSHOTS) continue
    await mkdir(SCREENSHOTS, { recursive: true })
    const file = path.join(SCREENSHOTS, `${name}-${width}.png`)
    await page.screenshot({ path: file, fullPage: true })
  }
}

/** Counts the keys that a person presses. */
function startKeys(page: Page) {
  let count = 0
  const press = async (key: string) => {
    count++
    await page.keyboard.press(key)
  }
  return {
    count: () => count,
    press,
    async type(text: string) {
      count += text.length
      await page.keyboard.type(text)
    },
    async tabTo(target: Locator) {
      for (let at = 0; at < 6; at++) {
        if (await target.and(page.locator(':focus')).count()) return
        await press('Tab')
      }
      throw new Error(`Tab does not reach ${String(target)}`)
    },
  }
}

test('C194 C199 A check on six invoices with one short pay is entered by keyboard', async () => {
  const page = await app.enter()
  await createInvoices(page)
  await page.goto('/receipts/new')
  const keys = startKeys(page)
  await page
    .getByLabel(/^Broker/)
    .and(page.locator(':focus'))
    .waitFor()
  await keys.type('acm')
  await selectedOption(page, 'Acme').waitFor()
  await keys.press('Enter')
  await page.getByRole('list', { name: 'Open invoices' }).waitFor()
  await keys.tabTo(page.getByLabel(/^Amount \*/).first())
  await keys.type('5850')
  await keys.tabTo(page.getByLabel('Check # or Reference'))
  await keys.type('4711')
  await keys.press('Enter')
  const finder = page.getByLabel('Find Load or Invoice #')
  await finder.and(page.locator(':focus')).waitFor()
  for (let at = 0; at < 6; at++) await keys.press('Space')
  await page.getByText('$0.00 left over').waitFor()
  await keys.press('Enter')
  await keys.tabTo(page.getByLabel(/^Why less was paid/))
  await keys.press('ArrowDown')
  await keys.press('ArrowDown')
  await page.getByText('It stays open and is shown as disputed.').waitFor()
  await keys.tabTo(page.getByLabel(/^Reason for invoice/))
  await keys.type('Detention')
  await expectAccessible(page)
  await keys.press('Control+Enter')
  await findToast(page, '$5,850.00 received').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Check 4711 from Acme Logistics' }).waitFor()
  expect(
    await page.getByRole('list', { name: 'Invoices of this receipt' }).locator('li').count(),
  ).toBe(6)
  await page.getByText('Short Pay, Disputed (Detention)').waitFor()
  // Also counts what is typed: 3 letters, 4 and 4 digits, 9 letters.
  expect(keys.count()).toBeLessThanOrEqual(45)
})

test('C192 C194 C196 C198 Money received is read and corrected on the screens', async () => {
  const page = await app.enter({ theme: 'dark' })
  const { broker, ids } = await createInvoices(page)
  await page.goto(`/receipts/new?broker=${broker.id}&name=Acme+Logistics`)
  await fill(page, { Amount: '2500', 'Check # or Reference': '4711' })
  await button(page, 'Fill Oldest First').click()
  const row = page.locator(`[data-invoice="${ids[1]}"]`)
  // Clicks the field and replaces its text, as a user does.
  await row.getByRole('textbox').first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('900')
  await row.getByLabel(/^Why less/).selectOption('short-pay-accepted')
  await row.getByLabel(/^Reason/).fill('Late delivery')
  await row.getByLabel(/^Who absorbs/).selectOption('both')
  await inspect(page, 'receive-payment')
  await row.getByLabel(/^Why less/).selectOption('short-pay-disputed')
  await page.keyboard.press('Control+Enter')
  await findToast(page, '$2,500.00 received').waitFor()
  await page.getByText('Short Pay, Disputed (Late delivery)').waitFor()
  await inspect(page, 'receipt')
  await button(page, 'Reverse').click()
  await page.getByRole('dialog').waitFor()
  await inspect(page, 'reverse')
  await page.keyboard.press('Escape')
  await button(page, 'Refund').click()
  await page.getByRole('dialog').waitFor()
  await inspect(page, 'refund')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Apply Money' }).click()
  await page.getByRole('list', { name: 'Open invoices' }).waitFor()
  await inspect(page, 'apply')

  await page.goto(`/invoices/${ids[1]}`)
  await page.getByRole('link', { name: 'Check 4711' }).waitFor()
  await page.getByText('Late delivery').first().waitFor()
  await inspect(page, 'invoice')
  await page.goto(`/brokers/${broker.id}`)
  await page.getByText(/^Unapplied money: \$100.00/).waitFor()
  await page.goto('/receipts')
  await page.getByText('4711').first().waitFor()

  await page.getByRole('link', { name: 'Review' }).click()
  await button(page, 'Reverse').click()
  await fill(page, { Reason: 'Returned unpaid' })
  await page.keyboard.press('Control+Enter')
  await page.getByText('Returned unpaid').first().waitFor()
  await inspect(page, 'reversed')
})
