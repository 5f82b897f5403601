/**
 * Plays a year of a 12-truck carrier with 15 brokers and a factor through the API, and compares lists, PDFs and files
 * with an independent model (SPEC C165–C226, C234–C237). Four owners pay the factor's fee. Another SEED plays another
 * year.
 */
import { expect, test } from 'vitest'
import { openYear, YEAR_END, YEAR_START, type Year } from '#server/testing/billing-year/carrier.ts'
import {
  checkDaysToPay,
  checkFactor,
  checkLines,
  checkPaymentStatuses,
  checkYearDay,
  checkYearRecords,
} from '#server/testing/billing-year/checks.ts'
import { chargeFees } from '#server/testing/billing-year/fees.ts'
import { checkMailedInvoices, checkMailedStatements } from '#server/testing/billing-year/mailed.ts'
import { sumCents, writeCents, yearDay } from '#server/testing/billing-year/model.ts'
import { checkSettled, playYear, settleAllTrucks } from '#server/testing/billing-year/play.ts'
import {
  checkBooks,
  checkBooksAgainstApp,
  checkPdf,
  exportBooks,
  mapAccounts,
  newYearAccounts,
} from '#server/testing/billing-year/printed.ts'
import type { Ready } from '#core/invoices/responses.ts'
import { readSeed } from '#server/testing/long.ts'
import { openMailServer, sendDue } from '#server/testing/mail/mail-server.ts'
import { ownApp } from '#server/testing/test-app.ts'

const smtp = await openMailServer()
const { app, database } = await ownApp({ mailServer: smtp.settings })
const SEED = readSeed(1)
const WEEKS_OF_A_FILE = 13
const PDFS = 12
const MAILED = 12
/** An account uses one method: odd seeds use one, even seeds the other. */
const METHOD = SEED % 2 ? 'sale' : 'loan'

function drawDay({ chance }: Year): string {
  return yearDay(YEAR_START, chance.whole(400))
}

test('C166 C172 C183 C190 C192 C200 C202 C203 C214 C224 C235 C237 C242 C243 C330 C333 A year of a carrier equals an independent model', async () => {
  const year = await openYear(app, SEED)
  const accounts = newYearAccounts()
  await mapAccounts(year, METHOD)
  await chargeFees(year)
  await playYear(year, async (_, week) => {
    if (week % WEEKS_OF_A_FILE !== WEEKS_OF_A_FILE - 1) return
    const format = week > 3 * WEEKS_OF_A_FILE ? 'iif' : 'qbo-journal'
    await exportBooks(year, [YEAR_START, year.today, format], accounts)
    await checkYearDay(year, year.today)
    await checkYearDay(year, drawDay(year))
  })
  const last = await settleAllTrucks(year, YEAR_END)
  await checkSettled(year)
  expect(year.counts.get('truck with fees')).toBe(4)
  await exportBooks(year, [YEAR_START, YEAR_END, 'qbo-journal'], accounts)
  checkBooks(year, accounts, YEAR_END, METHOD)
  await checkBooksAgainstApp(year, accounts, YEAR_END, METHOD)
  for (let n = 0; n < 6; n++) await checkYearDay(year, drawDay(year))
  await checkYearDay(year, '2027-12-31')
  for (let n = 0; n < 4; n++) {
    const day = drawDay(year)
    await checkDaysToPay(database, year, day)
    await checkPaymentStatuses(database, year, day)
  }
  for (const step of ['void credit note', 'partial take-off', 'paid the carrier'])
    expect([step, year.counts.get(step) ?? 0]).not.toEqual([step, 0])
  await checkYearRecords(year)
  await checkLines(year)
  await checkFactor(year, [drawDay(year), drawDay(year)])
  const { invoices, creditNotes } = year.model
  const papers = [...invoices.values(), ...creditNotes]
  for (let n = 0; n < PDFS; n++) await checkPdf(app, year, year.chance.oneOf(papers))
  const mailing = { received: smtp.received, send: () => sendDue(database, smtp) }
  await checkMailedInvoices(year, MAILED, mailing)
  await checkMailedStatements(year, mailing)
  const { body: ready } = await year.client.get<Ready>('/api/billing/ready')
  const billed = last.flatMap(({ charges }) => charges.filter((one) => one.billed))
  expect(ready.tabs.ready).toEqual({
    count: last.length,
    total: writeCents(sumCents(billed.map(({ cents }) => cents))),
  })
  if (process.env.SEED) process.stdout.write(`${JSON.stringify([...year.counts])}\n`)
}, 300_000)
