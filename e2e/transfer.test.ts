import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { hold } from './steps.ts'

const app = startApp()

const HEADING = 'Load #,Truck,Pickup Date,Pickup State,Delivery State,Revenue,Remarks\n'
const GOOD = ['L-1,T-1,11/16/2026,TX,GA,"$2,400.00",by phone', 'L-2,,11/17/2026,GA,TX,100,']
const BAD = 'L-3,T-9,11/17/2026,GA,TX,100,'

async function openImport(page: Page, screen = 'loads') {
  await page.goto(`/${screen}`)
  const more = page.getByRole('button', { name: 'Import and export' })
  const file = page.getByRole('button', { name: 'Import File' })
  await more.or(file).waitFor()
  if (await more.count()) await more.click()
  await file.click()
  return page.getByRole('dialog')
}

async function choose(page: Page, name: string, text: string) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('CSV file').setInputFiles(file)
}

test('B38 B51 A file with an error and the corrected one are imported in dark mode on a phone', async () => {
  const page = await app.enter({ theme: 'dark', width: 360 })
  await create(page, 'trucks', { truckId: 'T-1', make: 'Volvo', model: 'VNL', year: 2022 })
  const dialog = await openImport(page)
  await expectAccessible(page)
  await page.route('**/import/check?*', (route) => route.abort())
  app.expectComplaint(/ERR_FAILED/)
  await choose(page, 'loads.csv', HEADING + BAD)
  await dialog.getByText("Can't reach the server").waitFor()
  await expectAccessible(page)
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await dialog.getByRole('alert').getByText('1 error found').waitFor()
  await expectAccessible(page)
  await choose(page, 'loads.csv', HEADING + GOOD.join('\n'))
  await dialog.getByText('2 loads are ready to import.').waitFor()
  await expectAccessible(page)
  const release = await hold(page, '**/api/loads/import?*')
  await dialog.getByRole('button', { name: 'Import 2 loads' }).click()
  await dialog.getByRole('progressbar').waitFor()
  await expectAccessible(page)
  release()
  await findToast(page, '2 loads imported').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('$2,400.00').first().waitFor()
})

test('C434 C435 C438 A workbook with a title, a total and truck 007 is imported in four clicks', async () => {
  const page = await app.enter()
  await create(page, 'trucks', { truckId: '7', make: 'Volvo', model: 'VNL', year: 2022 })
  const dialog = await openImport(page)
  const fixtures = new URL('../src/server/transfer/xlsx/fixtures/', import.meta.url)
  await page.getByLabel('CSV file').setInputFiles(new URL('exceljs.xlsx', fixtures).pathname)
  await dialog.getByText('Not imported, because it is no record: row 6 “Total').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use the 1 suggested record' }).click()
  await dialog.getByText('2 loads are ready to import.').waitFor()
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Nov 2, 2026').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 loads' }).click()
  await findToast(page, '2 loads imported').waitFor()
  await page.getByText('$2,150.50').first().waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export Excel' }).click()
  expect((await download).suggestedFilename()).toBe('loads.xlsx')
})

test('C58 C59 C60 A TMS export is imported: missing and stored records, unknown columns and values', async () => {
  const page = await app.enter()
  const dialog = await openImport(page)
  const files = {
    'loads.csv':
      'Load No,Unit #,Customer,Seal,Load Status,PU Date,From St,To St,Rate\n' +
      '1,101,Acme,TR-1,Completed,11/16/2026,TX,GA,100\n' +
      '2,101,Bolt,TR-2,Open,11/17/2026 08:00,GA,TX,100\n',
    'trucks.csv': 'Unit,Make,Model,Year\n101,Volvo,VNL,2021\n',
    'brokers.csv': 'Customer,MC #\nAcme,MC1\n',
  }
  await page.getByLabel('CSV file').setInputFiles(
    Object.entries(files).map(([name, text]) => {
      return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
    }),
  )
  const list = dialog.getByRole('listitem')
  await list.filter({ hasText: '1.brokers.csv' }).waitFor()
  await dialog.getByText('1 broker is ready to import.').waitFor()
  await expectAccessible(page)
  // The trucks are checked after the brokers, and need a decision: they have no payee.
  await dialog.getByRole('button', { name: 'Import 1 broker and Continue' }).click()
  await dialog.getByText('1 truck has no owner and no driver').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 1 truck and Continue' }).click()

  await dialog.getByText('1 column will not be imported: Seal.').waitFor()
  await dialog.getByText('2 errors found').waitFor()
  const errors = dialog.getByRole('region', { name: 'Errors' })
  await errors.getByText('Broker “Bolt” was not found').waitFor()
  await errors.getByText('“Open” can mean Scheduled or Pending').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Create the 1 missing broker').check()
  await dialog.getByText('1 error found').waitFor()
  await dialog.getByLabel('Meaning of Open in Delivery Status').selectOption('Pending')
  await dialog.getByRole('button', { name: 'Import 2 loads', exact: true }).click()
  await findToast(page, '2 loads imported').filter({ hasText: '1 brokers created' }).waitFor()
  await dialog.waitFor({ state: 'hidden' })

  const again = await openImport(page)
  await choose(page, 'loads.csv', 'Load #,Rate\n1,100\n2,250\n')
  await again.getByText('2 loads in this file are already in Haulbook').waitFor()
  await again.getByText('Nothing to import. 2 already in Haulbook are skipped.').waitFor()
  await again.getByLabel(/^Update them/).check()
  await again.getByText('1 load is ready to update. 1 already has these values.').waitFor()
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Update 1 load' }).click()
  await page.getByRole('cell', { name: '$250.00' }).waitFor()
})

async function download(page: Page, link: string, fileName: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: link }).click()
  expect((await download).suggestedFilename()).toBe(fileName)
  return readFile(await (await download).path(), 'latin1')
}

test('B50 B53 A list, the settlements and the whole account are downloaded', async () => {
  const page = await app.enter()
  const { id: truckId } = await create(page, 'trucks', { ...makeSample('trucks'), truckId: 'T-1' })
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20' })
  await page.goto('/trucks')
  expect(await download(page, 'Export CSV', 'trucks.csv')).toContain('T-1')
  await page.goto('/settlements/history')
  await page.getByRole('cell', { name: 'T-1', exact: true }).waitFor()
  expect(await download(page, 'Export CSV', 'settlements.csv')).toContain('T-1,2026-11-20')
  await page.goto('/settings/data')
  const bytes = await download(page, 'Export All Data', 'haulbook.zip')
  expect(bytes.startsWith('PK')).toBe(true)
  expect(bytes).toContain('statements/statement-truck-T-1-2026-11-20.pdf')
})
