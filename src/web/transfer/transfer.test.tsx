/** Imports of CSV files: what the dialog shows, asks and remembers, and what the links export (SPEC B50–B52, C148, C149). */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile, readLinkedFile } from '#web/testing/files.ts'
import {
  answer,
  call,
  create,
  enter,
  findButton,
  findText,
  findToast,
  hold,
  loseAnswer,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const HEADING = 'Load #,Truck,Pickup Date,Pickup State,Delivery State,Revenue,Remarks\n'
const GOOD = ['L-1,T-1,11/16/2026,TX,GA,"$2,400.00",by phone', 'L-2,,11/17/2026,GA,TX,100,']
const BAD = [
  'L-3,T-9,11/17/2026,GA,TX,100,',
  'L-4,,2026-02-30,GA,TX,100,',
  'L-5,,11/17/2026,GA,Tejas,100,',
]
const LOAD = { pickupDate: '2026-11-16', pickupState: 'TX', deliveryState: 'GA', revenue: '1' }

async function openImport(screenName = 'loads'): Promise<HTMLElement> {
  await open(`/${screenName}`)
  await press('Import File')
  await screen.findByLabelText('CSV file or Excel workbook')
  return screen.getByRole('dialog')
}

const choose = (name: string, text: string) =>
  chooseFiles('CSV file or Excel workbook', makeFile(name, text))

async function listLoads(): Promise<string[]> {
  const loads = await call<{ loadId: string }[]>('GET', '/api/loads?sort=loadId')
  return loads.map(({ loadId }) => loadId)
}

/** The texts of the table's rows, cell by cell. */
async function readErrors(dialog: HTMLElement): Promise<string[][]> {
  const region = await within(dialog).findByRole('region', { name: 'Errors' })
  return [...region.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
}

test('B51 A file with three errors lists them; the corrected file is imported', async () => {
  await enter()
  await create('trucks', { ...makeSample('trucks'), truckId: 'T-1' })
  const dialog = await openImport()
  await choose('loads.csv', HEADING + [...GOOD, ...BAD].join('\n'))
  await findText('3 errors found', await within(dialog).findByRole('alert'))
  expect(await readErrors(dialog)).toEqual([
    ['4', 'Truck', 'Truck “T-9” was not found'],
    ['5', 'Pickup Date', 'Pickup date must be a valid date, e.g. 11/20/2026'],
    ['6', 'Delivery State', 'State must be exactly 2 characters'],
  ])
  expect((await findButton(/^Import/, dialog)).matches(':disabled')).toBe(true)
  expect(await listLoads()).toEqual([])

  await choose('loads.csv', HEADING + GOOD.join('\n'))
  await findText('2 loads are ready to import.', dialog)
  await press('Import 2 loads')
  await findToast('2 loads imported')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  await screen.findByRole('link', { name: 'L-1' })
  await findText('$2,400.00')
  expect(await listLoads()).toEqual(['L-1', 'L-2'])
})

test('B51 Columns are matched by title; a changed match is remembered', async () => {
  await enter()
  const file = 'Full name,Phone,Mail\nAnn,1,ann@example.com\n'
  const dialog = await openImport('dispatchers')
  await choose('people.csv', file)
  await findText('2 errors found', dialog)
  const match = (column: string) => within(dialog).findByLabelText(`Field for ${column}`)
  await user.selectOptions(await match('Full name'), 'Name *')
  await findText('1 error found', dialog)
  await user.selectOptions(await match('Mail'), 'Email *')
  await press('Import 1 dispatcher')
  await findToast('1 dispatcher imported')

  const again = await openImport('dispatchers')
  await choose('people.csv', file.replace('Ann', 'Bo'))
  await findText('ready to import', again)
  const mail = within(again).getByLabelText<HTMLSelectElement>('Field for Mail')
  expect(mail.selectedOptions[0]?.textContent).toBe('Email *')
  const preview = within(again).getByRole('region', { name: 'Preview' })
  const titles = within(preview).getAllByRole('columnheader')
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Line', 'Name', 'Phone', 'Email'])
  await findText('ann@example.com', preview)
})

test('B51 The sample file can be imported; a file that is not CSV is rejected', async () => {
  await enter()
  const dialog = await openImport('trucks')
  const sample = await readLinkedFile('Download a sample file')
  const text = await sample.text()
  await choose('trucks.xlsx', 'PK\u0003\u0004')
  await findText('The workbook is damaged', dialog)
  await choose('trucks.csv', text)
  await press('Import 1 truck')
  await findToast('1 truck imported')
})

test('B51 A check without a response can be tried again', async () => {
  await enter()
  const dialog = await openImport()
  const restore = answer('POST', /\/import\/check\?/, 0)
  await choose('loads.csv', HEADING + BAD.join('\n'))
  await findText("Can't reach the server", dialog)
  restore()
  await press('Try Again', dialog)
  await findText('3 errors found', dialog)
})

test('B52 A large import shows its progress and continues after the dialog closes', async () => {
  await enter()
  const rows = Array.from({ length: 3000 }, (_, n) => `P-${n},,11/16/2026,TX,GA,100,\n`)
  const dialog = await openImport()
  await choose('loads.csv', HEADING + rows.join(''))
  const release = hold('POST', /^\/api\/loads\/import\?/)
  await press('Import 3,000 loads')
  await within(dialog).findByRole('progressbar')
  const close = within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)
  if (close) await user.click(close)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  release()
  await findToast('3,000 loads imported')
  const response = await fetch('/api/loads?limit=1')
  expect(response.headers.get('x-total-count')).toBe('3000')
})

test('B52 After a lost response the same file is not imported twice', async () => {
  await enter()
  await openImport('dispatchers')
  await choose('people.csv', 'Name,Phone,Email\nAnn,1,ann@example.com\n')
  const restore = loseAnswer('POST', /^\/api\/dispatchers\/import\?/)
  await press('Import 1 dispatcher')
  await findToast('Failed to import dispatchers')
  restore()
  await press('Import 1 dispatcher')
  await findToast('1 dispatcher imported')
  expect(await call('GET', '/api/dispatchers')).toHaveLength(1)
})

test('C149 C148 Charges are imported on the list of loads in three clicks, and undone in one', async () => {
  await enter()
  await create('loads', { ...LOAD, loadId: 'L-1', revenue: '1900.00' })
  const dialog = await openImport()
  await within(dialog).findByRole('link', { name: 'Charges sample file' })
  await choose('detention.csv', 'Load #,Charge,Amount\nL-1,Linehaul,2000\nL-9,Tarp,x\n')
  await screen.findByRole('dialog', { name: 'Import Charges' })
  await findText('3 errors found', await within(dialog).findByRole('alert'))
  const columns = (await readErrors(dialog)).map(([, column]) => column)
  expect(columns).toEqual(['Load #', 'Charge', 'Amount'])
  const file = 'Load #,Charge,Amount\nL-1,Linehaul,2000\nL-1,Lumper,"$180.00"\n'
  await choose('detention.csv', file)
  await findText('2 charges are ready to import.', dialog)
  await findText('The revenue of 1 load will change', dialog)
  await findText('1 lumper will pay the owner nothing', dialog)
  await press('Import 2 charges')
  await findToast('2 charges imported')
  await findText('$2,000.00')
  await press('Undo')
  await findToast('Import undone: 1 record')
  await findText('$1,900.00')
})

test('B50 A list is exported with its search, filters and order', async () => {
  await enter()
  for (const [loadId, deliveryStatus] of [
    ['A-1', 'delivered'],
    ['A-2', 'pending'],
    ['B-3', 'delivered'],
    ['A-4', 'delivered'],
  ]) {
    await create('loads', { ...LOAD, loadId, deliveryStatus })
  }
  await open('/loads?search=a-&deliveryStatus=delivered&sort=-loadId')
  await screen.findByRole('link', { name: 'A-4' })
  const file = await readLinkedFile('Export CSV')
  expect(file.headers.get('content-disposition')).toContain('loads.csv')
  const lines = (await file.text()).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[0]?.replace('\uFEFF', ''))).toEqual([
    'Load #',
    'A-4',
    'A-1',
  ])
})

test('B50 Settlements are exported from their history', async () => {
  await enter()
  const truck = await create('trucks', { ...makeSample('trucks'), truckId: 'T-1' })
  await create('billing', { truckId: truck.id, settlementDate: '2026-11-20', fuel: '12.50' })
  await open('/settlements/history')
  await screen.findByRole('cell', { name: 'T-1' })
  const file = await readLinkedFile('Export CSV')
  expect(file.headers.get('content-disposition')).toContain('settlements.csv')
  expect(await file.text()).toContain('T-1,2026-11-20,2026-11-15,2026-11-21,0.00,12.50,')
})
