/** Broker checks: a file from the disk, the answers, and manual checks (SPEC C228–C233). */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

const TITLES =
  'DOCKET_NUMBER,USDOT_NUMBER,OP_AUTH_TYPE,OP_AUTH_STATUS,BOND_REQ,BOND_FILE,LEGAL_NAME'
const OWN = 'MC000077,00001234567,BROKER,ACTIVE,Y,Y,"SUMMIT, INC"'

/** A file with many other companies: several pieces of 2 MB. */
function makeFile(rows: number): Buffer {
  const other = (at: number) => `MC${at},${at},MOTOR CARRIER,ACTIVE,N,N,"Company ${at}"`
  const before = Array.from({ length: rows }, (_, at) => other(at + 2_000_000))
  return Buffer.from(`\uFEFF${[TITLES, ...before, OWN, ''].join('\r\n')}`)
}

async function addBroker(page: Page): Promise<number> {
  const broker = { ...makeSample('brokers'), companyName: 'Summit', mcNumber: null }
  return (await create(page, 'brokers', { ...broker, dotNumber: '1234567' })).id
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/broker-checks')
  await button(page, 'Import FMCSA File').click()
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

test('C229 C230 A file is read in the browser, and its answer is on the broker and its loads', async () => {
  const page = await app.enter()
  const brokerId = await addBroker(page)
  const { id } = await create(page, 'loads', { ...makeSample('loads'), brokerId })
  await chooseFile(page, 'Motus_Carrier_20261120.csv', makeFile(90_000))
  await page.getByText('Broker authority file: 90,001 rows, 1 about your brokers.').waitFor()
  expect(await page.getByLabel(/^File Day/).inputValue()).toBe('11/20/2026')
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Tab')
  await page.getByLabel(/^File Day/).press('Enter')
  await page.getByText('1 broker found, 0 not in this file.').waitFor()
  await button(page, 'Done').click()
  const answer = 'Broker authority active, file of 11/20/2026'
  await page.getByText(answer).waitFor()
  await page.goto(`/loads/${id}`)
  await page.getByText(answer).waitFor()
  await page.goto(`/brokers/${brokerId}`)
  await page.getByText(answer).waitFor()
  await page.getByText('BROKER: ACTIVE, bond on file: Y').waitFor()
  const link = page.getByRole('link', { name: 'Official page of USDOT 1234567' })
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
    '_blank',
    'noreferrer',
  ])
})
