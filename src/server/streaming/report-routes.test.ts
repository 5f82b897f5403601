import { expect, test } from 'vitest'
import { exampleQuery } from '#server/testing/fuzz/examples.ts'
import { listOperations, type ApiPage } from '#server/testing/fuzz/calls.ts'
import { downloadSheet, readCells, readSheetXml } from '#server/testing/sheet-cells.ts'
import { testApp } from '#server/testing/test-app.ts'
import { useEveryFeature } from '#server/testing/used-account.ts'

const { app } = await testApp()
await app.ready()
const { client, ids } = await useEveryFeature(app)
const page = (await client.get<ApiPage>('/api/docs/json')).body
const paths = listOperations(page).map(({ path }) => path)
const sheets = listOperations(page).filter(
  ({ method, path }) => method === 'GET' && path.endsWith('.csv'),
)

test.each(sheets)('C500 $path is a workbook too, with the same cells', async (route) => {
  const workbookPath = route.path.replace(/\.csv$/, '.xlsx')
  expect(paths).toContain(workbookPath)
  const address = (path: string) =>
    path.replace('{id}', String(ids['factor-schedules'])) + exampleQuery(route)
  const csv = await downloadSheet(app, client, address(route.path))
  const workbook = await downloadSheet(app, client, address(workbookPath))
  expect([csv.status, workbook.status]).toEqual([200, 200])
  expect(workbook.name).toBe(csv.name.replace(/\.csv$/, '.xlsx'))
  const [titles, ...rows] = await readCells(workbook)
  const [titlesOfCsv, ...rowsOfCsv] = await readCells(csv)
  expect(titles).toEqual(titlesOfCsv)
  // The log has one event more, the download of the CSV file. A template has days and amounts as people type them.
  if (route.path.includes('/audit/')) rows.shift()
  if (!route.path.endsWith('/sample.csv')) expect(rows).toEqual(rowsOfCsv)
})

test('C500 A report’s workbook has days and amounts as Excel’s own', async () => {
  const aging = await downloadSheet(app, client, '/api/receivables/aging.xlsx?asOf=2026-12-31')
  const xml = await readSheetXml(aging.bytes)
  expect(xml).toMatch(/<c r="B2" s="3"><v>46387<\/v><\/c>/)
  expect(xml).toMatch(/<c r="J2" s="2"><v>-?\d+\.\d\d<\/v><\/c>/)
})
