/** The first hour: from spreadsheets, and from nothing to the first statement. */
import { csvLine } from '#core/transfer/csv.ts'
import { addDays } from '#core/calendar.ts'
import { findToast } from '#e2e/app.ts'
import { button } from '#e2e/steps.ts'
import type { TextFile } from '#e2e/counts/counter.ts'
import { FRIDAY } from '#e2e/counts/fleet.ts'
import { clickLink, field, pick, tabTo, typeInto, pickByLetters } from '#e2e/counts/moves.ts'
import type { Job } from './job.ts'

const COUNTS = { Drivers: 25, Trucks: 20, Brokers: 60, Loads: 300 } as const
type List = keyof typeof COUNTS

const ROWS: Record<List, { heading: string[]; row: (n: number) => string[] }> = {
  Drivers: {
    heading: ['Driver', 'Cell', 'Email', 'Address', 'CDL #', 'CDL St', 'CDL Exp.', 'Pay Method'],
    row: (n) => [
      `Driver ${n}`,
      `(555) 014-${1000 + n}`,
      `driver${n}@example.com`,
      `${n} Elm Street, Dallas, TX 75201`,
      `D${4400 + n}`,
      'TX',
      '2/28/2028',
      'Check',
    ],
  },
  Trucks: {
    heading: ['Unit', 'Make', 'Model', 'Year', 'VIN #', 'Driver'],
    row: (n) => [`${100 + n}`, 'Volvo', 'VNL', '2021', `4V4NC9EH${n}`, `Driver ${n}`],
  },
  Brokers: {
    heading: ['Broker', 'MC', 'Phone'],
    row: (n) => [`Broker ${n} Logistics`, `${210_000 + n}`, `(555) 016-${1000 + n}`],
  },
  Loads: {
    heading: [
      ...['Load No.', 'Unit #', 'Driver Name', 'Customer', 'From City', 'From St', 'PU Date'],
      ...['Dest. City', 'To State', 'Del Date', 'Total Miles', 'Rate', 'Settlement Date'],
    ],
    row: (n) => [
      ...[`TMS-${n}`, `${101 + (n % 20)}`, `Driver ${1 + (n % 20)}`],
      ...[`Broker ${1 + (n % 60)} Logistics`, 'Dallas', 'TX', addDays(FRIDAY, -5 - (n % 7))],
      ...['Atlanta', 'GA', addDays(FRIDAY, -3 - (n % 7)), '781', '2,400.00', FRIDAY],
    ],
  },
}

function makeFile(list: List): TextFile {
  const { heading, row } = ROWS[list]
  const lines = [heading, ...Array.from({ length: COUNTS[list] }, (_, n) => row(n + 1))]
  return {
    name: `${list.toLowerCase()}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.map(csvLine).join('')),
  }
}

/** The dialog sorts the files: a row can only name records that exist. Files without open questions are imported one after the other. */
export const onboarding: Job = {
  name: '25 drivers, 20 trucks, 60 brokers and 300 loads from CSV files',
  async prepare({ page }) {
    await page.goto('/')
    await page.getByText('Get Started').waitFor()
  },
  async run({ page, chooseFiles }) {
    await button(page, 'Import Files').click()
    const files = (['Loads', 'Trucks', 'Drivers', 'Brokers'] as const).map(makeFile)
    await chooseFiles(page.getByLabel('CSV file'), files)
    await button(page, /^Import 60 brokers/).click()
    // The loads were delivered in the past: the last file asks for their status.
    await button(page, 'Import 300 loads').click()
    await findToast(page, /^300 loads imported/).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  },
}

/** A new account enters a truck with its owner and a load, and opens the PDF. */
export const firstStatement: Job = {
  name: 'From the sign-up to the PDF of the first statement',
  async run({ page, chooseOption }) {
    await page.goto('/signup')
    const email = `first.${Date.now()}@example.com`
    await typeInto(page, { 'First Name': 'Pat', 'Last Name': 'Doe', Email: email })
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type('correct horse battery')
    await page.keyboard.press('Enter')
    await clickLink(page, 'Add a truck')
    await page.getByRole('dialog').locator(':focus').waitFor()
    await typeInto(page, { 'Truck #': '101' })
    await pick(page, 'Owner', 'Maria Delgado', '+ Add New Owner')
    await page.getByRole('dialog', { name: 'Add New Owner' }).locator(':focus').waitFor()
    const contact = { Email: 'maria@example.com', Phone: '5550142030', Address: '12 Elm Street' }
    await typeInto(page, contact)
    await page.keyboard.press('Control+Enter')
    await findToast(page, 'Owner added successfully').waitFor()
    await typeInto(page, { Make: 'Volvo', Model: 'VNL' })
    await page.keyboard.press('Control+Enter')
    await findToast(page, 'Truck added successfully').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await clickLink(page, 'Loads')
    await button(page, 'Add Load').first().click()
    await page.getByRole('dialog').locator(':focus').waitFor()
    await typeInto(page, { 'Load #': '48213' })
    await pickByLetters(page, 'Truck', '101', '101')
    await page.keyboard.press('Alt+PageDown')
    await typeInto(page, {
      'Pickup ZIP': '75201',
      'Pickup Date': '11/16/2026',
      'Delivery ZIP': '30303',
      'Delivery Date': '11/18/2026',
    })
    await page.keyboard.press('Alt+PageDown')
    await page.keyboard.type('2400.10')
    await page.keyboard.press('Control+Enter')
    await findToast(page, 'Load added successfully').waitFor()

    await clickLink(page, 'Settlements')
    await field(page, 'Truck').click()
    await page.getByRole('option', { name: '101' }).click()
    const date = page.getByLabel('Settlement Date')
    await date.locator('option', { hasText: '/2026' }).first().waitFor({ state: 'attached' })
    const [first = ''] = await date.locator('option', { hasText: '/2026' }).allInnerTexts()
    if ((await date.inputValue()) === '') await chooseOption(date, first)
    await button(page, 'Load Settlement Data').click()
    await button(page, 'Save Settlement Data').click()
    await findToast(page, 'Settlement saved successfully').waitFor()
    const popup = page.context().waitForEvent('page')
    await button(page, 'Generate PDF Invoice').click()
    await popup
  },
}
