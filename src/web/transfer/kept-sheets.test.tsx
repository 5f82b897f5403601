/** What the import dialog asks once for a whole file, or for several sheets of it (SPEC C513, C515, C516). */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import { call, enter, findToast, open, press, user } from '#web/testing/page.tsx'

const HEADING = 'Load #,Broker,PU Date,Pickup State,Delivery State,Rate\n'

async function chooseLoads(...files: File[]) {
  await open('/loads')
  await press('Import File')
  await screen.findByLabelText('CSV file or Excel workbook')
  await chooseFiles('CSV file or Excel workbook', ...files)
  return within(screen.getByRole('dialog'))
}

const listLoads = () => call<Record<string, unknown>[]>('GET', '/api/loads?sort=loadId')
const week = (name: string, row: string, total = 'Total,,,,,5') =>
  makeFile(name, `${HEADING}${row}\n${total}\n`)

test('C513 The year of days without one is asked for, and the preview has the stored day', async () => {
  await enter()
  const dialog = await chooseLoads(makeFile('loads.csv', `${HEADING}L-1,,3-Nov,TX,GA,5\n`))
  await dialog.findByText('Days in this file have no year. 3-Nov is')
  await dialog.findByText('1 error found', { exact: false })
  await user.click(dialog.getByLabelText(/the one nearest to today/))
  const preview = within(await dialog.findByRole('region', { name: 'Preview' }))
  const day = (await preview.findByText(/^Nov 3, \d{4}$/)).textContent
  await press('Import 1 load')
  await findToast('1 load imported')
  expect((await listLoads())[0]).toMatchObject({ pickupDate: `${day?.slice(-4)}-11-03` })
})

test('C513 C550 The year of the nearest day is offered for the whole file, before the nearest days', async () => {
  await enter()
  const now = new Date()
  const typed = `15-${now.toLocaleString('en-US', { month: 'short' })}`
  const dialog = await chooseLoads(makeFile('loads.csv', `${HEADING}L-1,,${typed},TX,GA,5\n`))
  await dialog.findByText(`Days in this file have no year. ${typed} is`)
  const labels = dialog.getAllByLabelText(/all days of the file|nearest to today/)
  expect(
    labels.map((input) => (input as HTMLInputElement).labels?.[0]?.textContent?.split(': ')[1]),
  ).toEqual([
    `all days of the file are in ${now.getFullYear()}`,
    'each day is the one nearest to today',
    `all days of the file are in ${now.getFullYear() - 1}`,
  ])
})

test('C515 The letters of a file that does not name them are shown', async () => {
  await enter()
  const text = `${HEADING}L-1,,11/20/2026,TX,GA,5,\n`.replace('L-1', 'L-é')
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
  const dialog = await chooseLoads(new File([bytes], 'loads.csv', { type: 'text/csv' }))
  await dialog.findByText(/Check these words: L-é\./)
  await press('Import 1 load')
  await findToast('1 load imported')
  expect((await listLoads())[0]).toMatchObject({ loadId: 'L-é' })
})

test('C516 An answer counts for the next sheets with the same titles, and a new name is asked about', async () => {
  await enter()
  const dialog = await chooseLoads(
    week('week 1.csv', 'L-1,Acme,11/16/2026,TX,GA,5'),
    week('week 2.csv', 'L-2,Acme,11/23/2026,TX,GA,6', 'Total,,,,,6'),
    week('week 3.csv', 'L-3,Bolt,11/30/2026,TX,GA,7'),
  )
  await user.click(await dialog.findByLabelText('Create the 1 missing broker'))
  await press('Import 1 load and Continue')
  // Week 2 leaves nothing to decide. Week 3 names a new broker, which is created like the first one.
  await waitFor(() =>
    expect(dialog.getByRole('region', { name: 'Missing Brokers' }).textContent).toBe('Bolt'),
  )
  expect((await listLoads()).map(({ loadId }) => loadId)).toEqual(['L-1', 'L-2'])
  await press('Import 1 load')
  await waitFor(async () => expect(await listLoads()).toHaveLength(3))
  expect(await listLoads()).toMatchObject([
    { labels: { brokerId: 'Acme' } },
    { labels: { brokerId: 'Acme' } },
    { labels: { brokerId: 'Bolt' } },
  ])
})
