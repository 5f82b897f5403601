/** The import of card files, the list of purchases and what a person decides (SPEC C562–C566). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { COMDATA_FILE, efsFile } from '#server/testing/cards/card-files.ts'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import { today } from '#web/api/today.ts'
import {
  becomeMember,
  call,
  choose as pick,
  create,
  enter,
  findButton,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const LABEL = 'CSV file or Excel workbook'
const PAGE = '/fuel-and-tolls/import'

async function addTruck(): Promise<number> {
  return (await create('trucks', { ...makeSample('trucks'), truckId: '104' })).id
}

async function choose(text: string, name = 'week.csv'): Promise<void> {
  await open(PAGE)
  await chooseFiles(LABEL, makeFile(name, text))
}

async function readTable(name: string): Promise<string[][]> {
  const region = await screen.findByRole('region', { name })
  return [...region.querySelectorAll('tbody tr, tfoot tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  )
}

const listPurchases = () => call<Record<string, unknown>[]>('GET', '/api/card-purchases')

test('C562 C563 A file shows its sums, rows and piles before it is saved with one click', async () => {
  await enter()
  await addTruck()
  await choose(COMDATA_FILE)
  await findText('Comdata CSV: 4 ready.')
  expect(await readTable('Sums')).toEqual([
    ['Diesel', '1', '$707.38', '$113.71', '$593.67'],
    ['DEF', '1', '$34.53', '$0.00', '$34.53'],
    ['Cash Advance', '1', '$50.00', '$0.00', '$50.00'],
    ['Fee', '1', '$0.25', '$0.00', '$0.25'],
    ['Total', '4', '$792.16', '$113.71', '$678.45'],
  ])
  await findText(/The file prints no total of its own/)
  expect((await readTable('Sample'))[0]).toEqual([
    ...['2', '1/9/2025 04:12', '104', '5567', 'PETRO 12, AMARILLO, TX', 'Diesel, 206.29 gal'],
    ...['$707.38', '$113.71', '$593.67', 'Ready'],
  ])
  expect(await listPurchases()).toEqual([])
  await press('Save 4 Purchases')
  await findToast('4 purchases saved.')
  await screen.findByRole('heading', { name: 'Fuel & Tolls' })
  await findText('$593.67')

  await choose(COMDATA_FILE)
  await findText('Comdata CSV: 0 ready, 4 here already.')
  expect((await findButton('Nothing to Save')).matches(':disabled')).toBe(true)
})

test('C569 Purchases of weeks with approved statements are saved once a person says what becomes of them', async () => {
  await enter()
  const owner = await create('owners', { ...makeSample('owners'), name: 'Ann' })
  const truck = { ...makeSample('trucks'), truckId: '104', ownerId: owner.id, driverId: null }
  const { id: truckId } = await create('trucks', truck)
  const settlement = { truckId, settlementDate: '2026-01-09' }
  await create('loads', { ...makeSample('loads'), ...settlement })
  const { id } = await create('billing', settlement)
  await call('POST', `/api/billing/${id}/approve`, {})
  await choose(efsFile([{}]))
  await findText('1 purchase, $313.17 in all, is of weeks whose statements are approved')
  expect((await findButton('Save 1 Purchase')).matches(':disabled')).toBe(true)
  await user.click(await screen.findByLabelText('They were charged before'))
  await press('Save 1 Purchase')
  await findToast('1 purchase saved. 1 purchase charged before.')
  expect(await listPurchases()).toMatchObject([{ pile: 'ignored' }])
})

test('C562 Amounts below 0 are saved once a person says that they were charged', async () => {
  await enter()
  await choose('Date,Card,Item,Amount\n1/9/2026,7,Toll,-12.50\nTotal,,,-12.50\n')
  await findText('Most amounts of the file are below 0')
  expect(await readTable('Rows left out')).toEqual([['3', 'Total -12.50']])
  expect((await findButton('Save 1 Purchase')).matches(':disabled')).toBe(true)
  await user.click(await screen.findByLabelText('They were charged'))
  await press('Save 1 Purchase')
  await findToast(/1 purchase saved/)
  expect(await listPurchases()).toMatchObject([{ net: '12.50' }])
})

test('C610 A file that does not show whether the month comes first asks, and is saved by the answer', async () => {
  await enter()
  await addTruck()
  await choose(efsFile([{ day: '02/03/2026' }]))
  await screen.findByText(/2\/3\/2026 10:00/)
  await user.click(await screen.findByLabelText('Mar 2, 2026'))
  await screen.findByText(/3\/2\/2026 10:00/)
  await press('Save 1 Purchase')
  await findToast('1 purchase saved.')
  expect(await listPurchases()).toMatchObject([{ day: '2026-03-02' }])
})

test('C597 The next file of its kind is read by that answer, says so, and asks again on request', async () => {
  await enter()
  await addTruck()
  await choose(efsFile([{ day: '02/03/2026' }]))
  await user.click(await screen.findByLabelText('Mar 2, 2026'))
  await press('Save 1 Purchase')
  await findToast('1 purchase saved.')
  await choose(efsFile([{ day: '04/05/2026', invoice: '2' }]), 'next.csv')
  await findText('04/05/2026 is May 4, 2026, as in your last file of this kind.')
  await screen.findByText(/5\/4\/2026 10:00/)
  await press('Change')
  await user.click(await screen.findByLabelText('Apr 5, 2026'))
  await screen.findByText(/4\/5\/2026 10:00/)
  await press('Save 1 Purchase')
  await screen.findByRole('heading', { level: 1, name: 'Fuel & Tolls' })
  expect((await listPurchases()).map(({ day }) => day)).toEqual(['2026-04-05', '2026-03-02'])
})

test('C562 What the file’s own total does not explain is said in dollars, and asked about', async () => {
  await enter()
  await addTruck()
  await choose(efsFile([{}], '315.00'))
  await findText('The file’s own total is $315.00: $1.83 is not explained.')
  await press('Save 1 Purchase')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('$1.83 is not explained. Import anyway?')
  await press('Cancel', question)
  expect(await listPurchases()).toEqual([])
  await press('Save 1 Purchase')
  await press('Import', await screen.findByRole('alertdialog'))
  await findToast('1 purchase saved.')
})

test('C562 Rows that can’t be read and cards without a truck are named', async () => {
  await enter()
  await choose(efsFile([{ unit: '999' }, { invoice: '2', day: 'soon' }]))
  expect(await readTable('Problems')).toEqual([['3', 'Tran Date', '“soon” is not a day']])
  await findText('Card 0541, unit 999, LUIS RUIZ')
  await findText('1 purchase, $313.17')
})

test('C562 A file of another company is matched once, and remembered', async () => {
  await enter()
  const file = 'When,Charged,What,Truck No\n1/9/2026,$13.17,DEF,104\n'
  await choose(file)
  await findText('Say below which column is the day and the amount.')
  const match = async (column: string, field: string) =>
    user.selectOptions(await screen.findByLabelText(`Field for ${column}`), field)
  await match('When', 'Day *')
  await match('Charged', 'Amount *')
  await findText('Columns as matched below: 0 ready, 1 without a truck.')
  await user.selectOptions(await screen.findByLabelText('Whose file is it?'), 'Love’s')
  await match('What', 'Product')
  await screen.findByRole('rowheader', { name: 'DEF' })
  await press('Save 1 Purchase')
  await findToast('1 purchase saved. 1 purchase without a truck.')

  await choose(file)
  await findText('Columns as matched below: 0 ready, 1 here already.')
})

test('C562 A file that is none says so', async () => {
  await enter()
  await choose('Name,Phone\nAnn,1\n')
  await findText('This is no file of fuel or tolls')
})

test('C565 Whose truck is answered on the list, for the whole card', async () => {
  await enter()
  await addTruck()
  await choose(efsFile([{ unit: '' }, { unit: '', invoice: '2', day: '2026-01-12' }]))
  await press('Save 2 Purchases')
  await press('Whose Truck? Card 0541, 1/9/2026')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText('Truck')
  await pick('Truck', '104')
  await user.click(
    await within(dialog).findByLabelText('The card is with this truck from 1/9/2026 on'),
  )
  expect(
    (
      await within(dialog).findByLabelText(
        'Also the 1 other purchase of this card from 1/9/2026 on that waits',
      )
    ).matches(':checked'),
  ).toBe(true)
  await press('Save', dialog)
  await findToast('2 purchases saved')
  expect(await listPurchases()).toMatchObject([{ pile: 'company' }, { pile: 'company' }])
  expect(await call('GET', '/api/cards')).toMatchObject([{ number: '0541' }])
})

test('C566 Figures of a later file stand beside those that are here', async () => {
  await enter()
  await addTruck()
  for (const amount of ['313.17', '300.00']) {
    await choose(efsFile([{ amount }]))
    await press(/^Save 1/)
    await findToast(/saved/)
  }
  await open('/fuel-and-tolls')
  await press('Compare Card 0541, 1/9/2026')
  const dialog = await screen.findByRole('dialog')
  const net = await within(dialog).findByRole('row', { name: /^Net/ })
  expect([...net.children].map(({ textContent }) => textContent)).toEqual([
    'Net',
    '$313.17',
    '$300.00',
  ])
  await press('Take the New Ones', dialog)
  await findToast('New figures taken')
  expect(await listPurchases()).toMatchObject([{ net: '300.00', pile: 'company' }])
})

test('C565 The address of a purchase opens it', async () => {
  await enter()
  await addTruck()
  await choose(efsFile([{}]))
  await press('Save 1 Purchase')
  await findToast('1 purchase saved.')
  const [purchase] = await listPurchases()
  await open(`/fuel-and-tolls?id=${String(purchase?.id)}`)
  const dialog = await screen.findByRole('dialog')
  expect((await within(dialog).findByLabelText('Kind')).closest('select')?.value).toBe('diesel')
})

test('C566 An import is undone on the list of files, after a question', async () => {
  await enter()
  await addTruck()
  await choose(efsFile([{}]))
  await press('Save 1 Purchase')
  await findToast('1 purchase saved.')
  await open('/card-imports')
  await press('Undo import of week.csv')
  await press('Undo Import', await screen.findByRole('alertdialog'))
  await findToast('Import undone')
  expect(await listPurchases()).toEqual([])
})

test('C566 Undo asks once more if a later file has purchases of the import too', async () => {
  await enter()
  await addTruck()
  for (const [name, rows, saved] of [
    ['week.csv', [{}], '1 purchase saved.'],
    ['both.csv', [{}, { invoice: '2' }], '1 purchase saved. 1 row is here already.'],
  ] as const) {
    await choose(efsFile(rows), name)
    await press('Save 1 Purchase')
    await findToast(saved)
  }
  await open('/card-imports')
  await press('Undo import of week.csv')
  await press('Undo Import', await screen.findByRole('alertdialog'))
  await findText(/both\.csv has purchases of this file too/)
  await press('Undo Import', await screen.findByRole('alertdialog'))
  await findToast('Import undone')
  expect(await listPurchases()).toMatchObject([{ invoice: '2' }])
})

test('C565 Find Trucks offers purchases whose card was with another truck', async () => {
  await enter()
  await addTruck()
  const day = addDays(today(), -1)
  await choose(efsFile([{ day }]))
  await press('Save 1 Purchase')
  await findToast('1 purchase saved.')
  const other = await create('trucks', { ...makeSample('trucks', 2), truckId: '105' })
  const card = { provider: 'efs', kind: 'card', number: '0541', truckId: other.id, startsOn: day }
  await create('cards', card)
  await press('Find Trucks')
  await press('Move', await screen.findByRole('alertdialog'))
  await findToast('1 purchase moved')
  expect(await listPurchases()).toMatchObject([{ truckId: other.id, foundBy: 'card' }])
})

test('C72 Who may not change settlements sees no place Fuel & Tolls', async () => {
  await enter()
  await becomeMember('dispatcher')
  await open('/loads')
  await screen.findByRole('heading', { name: 'Loads' })
  expect(screen.queryByRole('link', { name: 'Fuel & Tolls' })).toBe(null)
})
