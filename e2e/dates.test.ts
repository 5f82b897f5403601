import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pdfText } from '#server/testing/pdf-text.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp, findToast } from './app.ts'
import { fill } from './steps.ts'

/** The server's and the browser's, on two sides of the date line: a date stored as an instant would be a day off. */
const FAR_APART = {
  'Pacific/Honolulu': 'Pacific/Kiritimati',
  'Pacific/Kiritimati': 'Pacific/Honolulu',
}
/** With LONG=1 each server has all. */
const BROWSERS = [
  ...Object.values(FAR_APART),
  ...['America/Los_Angeles', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Auckland'],
]

describe.each(Object.entries(FAR_APART))('a server in %s', (serverZone, browserZone) => {
  const app = startApp(serverZone)

  test.each(process.env.LONG ? BROWSERS : [browserZone])(
    'S17 B12 A browser in %s stores dates as typed',
    async (timezoneId) => {
      const page = await app.enter({ timezoneId })
      const truck = await create(page, 'trucks', makeSample('trucks'))
      await create(page, 'drivers', makeSample('drivers'))
      await create(page, 'loads', { ...makeSample('loads'), truckId: truck.id })
      await typeDates(page)
      expect(await readStored(page, 'drivers')).toMatchObject({ licenseExpiration: '2028-02-29' })
      expect(await readStored(page, 'loads')).toMatchObject({
        pickupDate: '2026-01-01',
        deliveryDate: '2026-03-08',
        settlementDate: '2026-11-01',
      })
      await page.getByRole('row', { name: 'L-1' }).waitFor()
      await page.getByRole('button', { name: 'View L-1' }).click()
      for (const day of ['1/1/2026', '3/8/2026'])
        await page.getByText(day, { exact: true }).waitFor()
      await page.keyboard.press('Escape')

      const settlement = { truckId: truck.id, settlementDate: '2026-11-01' }
      const { id, startDate, endDate } = await create(page, 'billing', settlement)
      expect([startDate, endDate]).toEqual(['2026-11-01', '2026-11-07'])
      const response = await page.request.post(`/api/billing/${id}/generate-pdf`)
      const { pdfUrl } = (await response.json()) as { pdfUrl: string }
      const text = (await pdfText(await (await page.request.get(pdfUrl)).body())).join('\n')
      for (const day of ['11/1/2026', '3/8/2026']) expect(text).toContain(day)
    },
  )
})

/** A leap day, New Year's Day and days of clock changes. */
async function typeDates(page: Page): Promise<void> {
  await page.goto('/drivers')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await fill(page, { 'License Expiry': '2/29/2028', Name: 'Ann' })
  await save(page, 'Driver updated successfully')
  await page.getByText('2/29/2028').waitFor()

  await page.goto('/loads')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('tab', { name: 'Route' }).click()
  await fill(page, { 'Pickup Date': '1/1/2026', 'Delivery Date': '3/8/2026' })
  await page.getByRole('tab', { name: 'Financial' }).click()
  await fill(page, { 'Settlement Date': '11/1/2026' })
  await save(page, 'Load updated successfully')
}

async function save(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, message).waitFor()
}

async function readStored(page: Page, entity: string): Promise<unknown> {
  const rows = (await (await page.request.get(`/api/${entity}`)).json()) as unknown[]
  return rows[0]
}
