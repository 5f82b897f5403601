/** A week of fuel cards. */
import { findToast } from '#e2e/app.ts'
import { clickLink } from '#e2e/counts/moves.ts'
import { createLoad, createTrucks, DELIVERED } from '#e2e/counts/fleet.ts'
import { button } from '#e2e/steps.ts'
import { efsFile } from '#server/testing/cards/card-files.ts'
import type { Job } from './job.ts'

const TRUCKS = 20
const ROWS = 500

/** Each truck has a load of the week, and 25 purchases. */
export const fuelWeek: Job = {
  name: '500 rows of a card file, from the file to lines on 20 settlements',
  async prepare({ page }) {
    for (const { id } of await createTrucks(page, TRUCKS)) await createLoad(page, { truckId: id })
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page, chooseFiles }) {
    await clickLink(page, 'Fuel & Tolls')
    await page.getByRole('link', { name: 'Import Card File' }).first().click()
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      card: String(500 + (n % TRUCKS)),
      unit: String(101 + (n % TRUCKS)),
      invoice: String(7000 + n),
      day: DELIVERED,
    }))
    const file = { name: 'week.csv', mimeType: 'text/csv', buffer: Buffer.from(efsFile(rows)) }
    await chooseFiles(page.getByLabel('CSV file or Excel workbook'), [file])
    await button(page, `Save ${ROWS} Purchases`).click()
    await findToast(page, `${ROWS} purchases saved.`).waitFor()
    await page.getByRole('link', { name: /^Settlements: 20 open$/ }).click()
    await button(page, `Prepare ${TRUCKS} Settlements`).click()
    await page.getByText(`${TRUCKS} of ${TRUCKS} settlements prepared`).waitFor()
  },
}
