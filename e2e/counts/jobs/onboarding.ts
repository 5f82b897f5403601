/** A new account from the spreadsheets of an earlier program. */
import { csvLine } from '#core/transfer/csv.ts'
import { addDays } from '#core/calendar.ts'
import { findToast } from '#e2e/app.ts'
import { button } from '#e2e/steps.ts'
import type { TextFile } from '#e2e/counts/counter.ts'
import { FRIDAY } from '#e2e/counts/fleet.ts'
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
