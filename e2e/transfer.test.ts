import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { hold } from './steps.ts'

const app = startApp()

const HEADING = 'Load #,Truck,Pickup Date,Pickup State,Delivery State,Revenue,Remarks\n'
const GOOD = ['L-1,T-1,11/16/2026,TX,GA,"$2,400.00",by phone', 'L-2,,11/17/2026,GA,TX,100,']
const BAD = [
  'L-3,T-9,11/17/2026,GA,TX,100,',
  'L-4,,2026-02-30,GA,TX,100,',
  'L-5,,11/17/2026,GA,Texas,100,',
]

async function openImport(page: Page, screen = 'loads') {
  await page.goto(`/${screen}`)
  await page.getByRole('button', { name: 'Import CSV' }).click()
  return page.getByRole('dialog')
}

async function choose(page: Page, name: string, text: string) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('CSV file').setInputFiles(file)
}

async function listLoads(page: Page): Promise<string[]> {
  const loads = (await (await page.request.get('/api/loads?sort=loadId')).json()) as object[]
  return loads.map((load) => String((load as { loadId: string }).loadId))
}

function truck(page: Page) {
  return create(page, 'trucks', { truckId: 'T-1', make: 'Volvo', model: 'VNL', year: 2022 })
}

test('B51 A file with three errors lists them; the corrected file is imported', async () => {
  const page = await app.enter()
  await truck(page)
  const dialog = await openImport(page)
  await choose(page, 'loads.csv', HEADING + [...GOOD, ...BAD].join('\n'))
  await dialog.getByRole('alert').getByText('3 errors found').waitFor()
  const rows = dialog.getByRole('region', { name: 'Errors' }).locator('tbody tr')
  expect((await rows.allInnerTexts()).map((row) => row.split('\t').join(' | '))).toEqual([
    '4 | Truck | Truck “T-9” was not found',
    '5 | Pickup Date | Pickup date must be a valid date, e.g. 11/20/2026',
    '6 | Delivery State | State must be exactly 2 characters',
  ])
  expect(await dialog.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true)
  await expectAccessible(page)
  expect(await listLoads(page)).toEqual([])

  await choose(page, 'loads.csv', HEADING + GOOD.join('\n'))
  await dialog.getByText('2 loads are ready to import.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 loads' }).click()
  await findToast(page, '2 loads imported').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: 'L-1', exact: true }).waitFor()
  await page.getByRole('cell', { name: '$2,400.00' }).waitFor()
  expect(await listLoads(page)).toEqual(['L-1', 'L-2'])
})

test('B38 B51 Each step of an import is accessible in dark mode on a phone', async () => {
  const page = await app.enter({ theme: 'dark', width: 360 })
  const dialog = await openImport(page)
  await expectAccessible(page)
  await page.route('**/import/check?*', (route) => route.abort())
  app.expectComplaint(/ERR_FAILED/)
  await choose(page, 'loads.csv', HEADING + BAD.join('\n'))
  await dialog.getByText("Can't reach the server").waitFor()
  await expectAccessible(page)
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await dialog.getByText('3 errors found').waitFor()
  await expectAccessible(page)
  await choose(page, 'loads.csv', HEADING + GOOD[1])
  await dialog.getByText('ready to import').waitFor()
  await expectAccessible(page)
})

test('B51 Columns are matched by title; a changed match is remembered', async () => {
  const page = await app.enter()
  const file = 'Full name,Phone,Mail\nAnn,1,ann@example.com\n'
  const dialog = await openImport(page, 'dispatchers')
  await choose(page, 'people.csv', file)
  await dialog.getByText('2 errors found').waitFor()
  await dialog.getByLabel('Field for Full name').selectOption({ label: 'Name *' })
  await dialog.getByText('1 error found').waitFor()
  await dialog.getByLabel('Field for Mail').selectOption({ label: 'Email *' })
  await dialog.getByRole('button', { name: 'Import 1 dispatcher' }).click()
  await findToast(page, '1 dispatcher imported').waitFor()

  const again = await openImport(page, 'dispatchers')
  await choose(page, 'people.csv', file.replace('Ann', 'Bo'))
  await again.getByText('ready to import').waitFor()
  const matched = again.getByLabel('Field for Mail').locator('option:checked')
  expect(await matched.innerText()).toBe('Email *')
  const preview = again.getByRole('region', { name: 'Preview' })
  expect(await preview.getByRole('columnheader').allInnerTexts()).toEqual([
    'Line',
    'Name',
    'Phone',
    'Email',
  ])
  await preview.getByRole('cell', { name: 'ann@example.com' }).waitFor()
})

test('B51 The sample file can be imported; a file that is not CSV is rejected', async () => {
  const page = await app.enter()
  const dialog = await openImport(page, 'trucks')
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download a sample file' }).click()
  const sample = await readFile(await (await download).path(), 'utf8')
  app.expectComplaint(/400/)
  await choose(page, 'trucks.xlsx', 'PK\u0003\u0004')
  await dialog.getByText('Not a CSV file').waitFor()
  await expectAccessible(page)
  await choose(page, 'trucks.csv', sample)
  await dialog.getByRole('button', { name: 'Import 1 truck', exact: true }).click()
  await findToast(page, '1 truck imported').waitFor()
})

test('B52 A large import shows its progress and continues after the dialog closes', async () => {
  const page = await app.enter()
  const rows = Array.from({ length: 3000 }, (_, n) => `P-${n},,11/16/2026,TX,GA,100,\n`)
  const dialog = await openImport(page)
  await choose(page, 'loads.csv', HEADING + rows.join(''))
  const release = await hold(page, '**/api/loads/import?*')
  await dialog.getByRole('button', { name: 'Import 3,000 loads' }).click()
  await dialog.getByRole('progressbar').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  release()
  await findToast(page, '3,000 loads imported').waitFor()
  expect(await listLoads(page)).toHaveLength(3000)
})

test('B52 After a lost response the same file is not imported twice', async () => {
  const page = await app.enter()
  const dialog = await openImport(page, 'dispatchers')
  await choose(page, 'people.csv', 'Name,Phone,Email\nAnn,1,ann@example.com\n')
  let lost = 0
  await page.route('**/api/dispatchers/import?*', async (route) => {
    await route.fetch()
    return lost++ ? route.continue() : route.abort()
  })
  app.expectComplaint(/ERR_FAILED/)
  const button = dialog.getByRole('button', { name: 'Import 1 dispatcher' })
  await button.click()
  await findToast(page, 'Failed to import dispatchers').waitFor()
  await button.click()
  await findToast(page, '1 dispatcher imported').waitFor()
  const all = (await (await page.request.get('/api/dispatchers')).json()) as unknown[]
  expect(all).toHaveLength(1)
})

test('C58 C59 C60 A TMS export is imported: missing and stored records, unknown columns and values', async () => {
  const page = await app.enter()
  const dialog = await openImport(page)
  const files = {
    'loads.csv':
      'Load No,Unit #,Customer,Trailer,Load Status,PU Date,From St,To St,Rate\n' +
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

  await dialog.getByText('1 column will not be imported: Trailer.').waitFor()
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

/** The lines of the file that Export CSV saves. */
async function readExport(page: Page, fileName: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe(fileName)
  const text = await readFile(await (await download).path(), 'utf8')
  return text.trimEnd().split('\r\n')
}

test('C149 C148 Charges are imported on the list of loads in three clicks, and undone in one', async () => {
  const page = await app.enter({ width: 390 })
  await create(page, 'loads', {
    loadId: 'L-1',
    pickupDate: '2026-11-16',
    pickupState: 'TX',
    deliveryState: 'GA',
    revenue: '1900.00',
  })
  const dialog = await openImport(page)
  await dialog.getByRole('link', { name: 'Charges sample file' }).waitFor()
  await choose(page, 'detention.csv', 'Load #,Charge,Amount\nL-1,Linehaul,2000\nL-9,Tarp,x\n')
  await page.getByRole('dialog', { name: 'Import Charges' }).waitFor()
  const rows = dialog.getByRole('region', { name: 'Errors' }).locator('tbody tr')
  await dialog.getByRole('alert').getByText('3 errors found').waitFor()
  expect((await rows.allInnerTexts()).map((row) => row.split('\t')[1])).toEqual([
    'Load #',
    'Charge',
    'Amount',
  ])
  await expectAccessible(page)
  const file = 'Load #,Charge,Amount\nL-1,Linehaul,2000\nL-1,Lumper,"$180.00"\n'
  await choose(page, 'detention.csv', file)
  await dialog.getByText('2 charges are ready to import.').waitFor()
  await dialog.getByText('The revenue of 1 load will change').waitFor()
  await dialog.getByText('1 lumper will pay the owner nothing').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import 2 charges' }).click()
  await findToast(page, '2 charges imported').waitFor()
  await page.getByText('$2,000.00').first().waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await findToast(page, 'Import undone: 1 record').waitFor()
  await page.getByText('$1,900.00').first().waitFor()
})

test('B50 A list is exported with its search, filters and order', async () => {
  const page = await app.enter()
  const load = { pickupDate: '2026-11-16', pickupState: 'TX', deliveryState: 'GA', revenue: '1' }
  for (const [loadId, deliveryStatus] of [
    ['A-1', 'delivered'],
    ['A-2', 'pending'],
    ['B-3', 'delivered'],
    ['A-4', 'delivered'],
  ]) {
    await create(page, 'loads', { ...load, loadId, deliveryStatus })
  }
  await page.goto('/loads?search=a-&deliveryStatus=delivered&sort=-loadId')
  await page.getByRole('cell', { name: 'A-4', exact: true }).waitFor()
  const lines = await readExport(page, 'loads.csv')
  expect(lines.map((line) => line.split(',')[0])).toEqual(['\uFEFFLoad #', 'A-4', 'A-1'])
})

test('B50 Settlements are exported from their history', async () => {
  const page = await app.enter()
  const { id: truckId } = await truck(page)
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20', fuel: '12.50' })
  await page.goto('/settlements/history')
  await page.getByRole('cell', { name: 'T-1', exact: true }).waitFor()
  await expectAccessible(page)
  const [, line] = await readExport(page, 'settlements.csv')
  expect(line).toContain('T-1,2026-11-20,2026-11-15,2026-11-21,0.00,12.50,')
})

test('B53 Settings exports the whole account as one ZIP file', async () => {
  const page = await app.enter()
  const { id: truckId } = await truck(page)
  await create(page, 'billing', { truckId, settlementDate: '2026-11-20' })
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Your Data' }).waitFor()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export All Data' }).click()
  expect((await download).suggestedFilename()).toBe('haulbook.zip')
  const bytes = await readFile(await (await download).path(), 'latin1')
  expect(bytes.startsWith('PK')).toBe(true)
  expect(bytes).toContain('statements/statement-truck-T-1-2026-11-20.pdf')
})
