/** Books: account map, preview, file (SPEC C220–C226). */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readQuickBooksCsv } from '#server/testing/books/read-journal.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

test('C220 C224 C225 C485 The map starts filled in, the preview matches the register, and the file is made once', async () => {
  const page = await app.enter()
  const { id: ownerId } = await create(page, 'owners', { ...makeSample('owners'), name: 'Ann' })
  const { id: truckId } = await create(page, 'trucks', { ...makeSample('trucks'), ownerId })
  const days = { settlementDate: '2026-11-06', deliveryDate: '2026-11-05' }
  await create(page, 'loads', { ...makeSample('loads'), ...days, truckId, revenue: '1000.00' })
  const draft = await page.request.post('/api/billing', {
    data: { truckId, settlementDate: '2026-11-06' },
  })
  const { id } = (await draft.json()) as { id: number }
  await page.request.post(`/api/billing/${id}/approve`, {
    data: { approvedOn: '2026-11-06', confirmed: ['approvedOn'] },
  })

  await page.goto('/books')
  await page.getByLabel('From', { exact: true }).fill('11/01/2026')
  await page.getByLabel('To', { exact: true }).fill('11/15/2026')
  const owed = page.getByLabel('Account of Owed to factors for invoices, Factoring')
  await page.getByLabel('Factored Invoices').selectOption('As a Sale')
  await owed.waitFor({ state: 'detached' })
  await page.getByLabel('Factored Invoices').selectOption('As a Loan')
  await owed.waitFor()
  await page.getByRole('row', { name: /^Settlements/ }).waitFor()
  await page.getByText('1 record in the file.').waitFor()
  await expectAccessible(page)
  await button(page, 'Make File').click()
  const dialog = page.getByRole('dialog', { name: 'Before the First File' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'account map' }).click()
  await expect.poll(() => page.locator('#account-map').evaluate(isFocused)).toBe(true)
  const account = page.getByLabel('Account of Settlement gross, Owners and drivers')
  await account.fill('Owner Pay')
  await button(page, 'Make File').click()
  await dialog.getByRole('button', { name: 'Make File' }).click()
  await findToast(page, 'File made').waitFor()
  await page.getByText('Every record of these days is already in a file').waitFor()
  const link = page.getByRole('link', { name: 'File of 11/1/2026 – 11/15/2026', exact: true })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^haulbook-qbo-journal-\d+\.csv$/)
  const entries = readQuickBooksCsv(await readFile(await download.path(), 'utf8'))
  expect([...entries.values()].flat().map((row) => row['*AccountName'])).toEqual([
    'Accounts Payable',
    'Owner Pay',
  ])
})

const isFocused = (element: Element) => element === document.activeElement
