import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'

const app = startApp()

test('S31 A record’s form links to its changes, with the values before and after', async () => {
  const page = await app.enter()
  await create(page, 'trucks', makeSample('trucks', 1))
  await create(page, 'trucks', makeSample('trucks', 2))
  await page.goto('/trucks')
  await page.getByRole('button', { name: 'Edit T-1' }).click()
  await page.getByLabel(/^Make/).fill('Kenworth')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Truck updated successfully').waitFor()
  await page.getByRole('button', { name: 'Edit T-1' }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { level: 1, name: 'Audit Log' }).waitFor()
  await page.getByText('Make Freightliner → Kenworth').waitFor()
  expect(await page.getByRole('cell', { name: 'T-2', exact: true }).count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'View details' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Audit Log Entry' })
  await dialog.getByRole('cell', { name: 'Kenworth' }).waitFor()
  await expectAccessible(page)
})

test('S31 Settings links to the audit log, even in dark mode on a phone', async () => {
  const page = await app.enter({ theme: 'dark', width: 360 })
  await create(page, 'owners', { ...makeSample('owners'), bankDetails: 'First Bank 000123' })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'View audit log' }).click()
  await page.getByText('Signed up').first().waitFor()
  await page.getByText('hidden').first().waitFor()
  expect(await page.getByText('000123').count()).toBe(0)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')
})

test('S31 The audit log uses the browser’s days and shows links by name', async () => {
  const page = await app.enter({ timezoneId: 'Pacific/Kiritimati' })
  const driver = await create(page, 'drivers', { ...makeSample('drivers'), name: 'Ana' })
  await create(page, 'trucks', { ...makeSample('trucks'), driverId: driver.id })
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format()
  await page.goto(`/audit?createdAt.from=${day}&createdAt.to=${day}`)
  await page.getByText(/Driver Ana/).waitFor()
  await page.goto(`/audit?createdAt.to=${day.replace(/^\d+/, '2001')}`)
  await page.getByText('Nothing matches').or(page.getByText('No data available')).first().waitFor()
})
