/** Jobs on the list of loads. */
import type { Page } from 'playwright-core'
import { addDays, formatDay, type Day } from '#core/calendar.ts'
import { findToast } from '#e2e/app.ts'
import { box } from '#e2e/loads-list.ts'
import { button } from '#e2e/steps.ts'
import {
  createBrokers,
  createLoad,
  createTrucks,
  DELIVERED,
  FRIDAY,
  PICKED_UP,
} from '#e2e/counts/fleet.ts'
import { clickLink, typeInto, pickByLetters } from '#e2e/counts/moves.ts'
import { drawPdf } from '#server/testing/confirmations/draw.ts'
import { ntg } from '#server/testing/confirmations/ntg.ts'
import type { Job } from './job.ts'

const BROKERS = ['Cascade Brokerage', 'Landstar', 'Prairie Freight Partners']

/** Everything that a rate confirmation says, typed with the keyboard only. The truck has a load from the previous Friday. */
export const enterLoad: Job = {
  name: 'One load entered (keyboard)',
  async prepare({ page }) {
    const trucks = await createTrucks(page, 4)
    await createLoad(page, { truckId: trucks[3]?.id, settlementDate: addDays(FRIDAY, -7) })
    await createBrokers(page, BROKERS)
    await page.goto('/loads')
    await button(page, 'Add Load').first().waitFor()
  },
  async run({ page }) {
    await page.keyboard.press('n')
    await page.getByRole('dialog').locator(':focus').waitFor()
    await typeInto(page, { 'Load #': '48213' })
    await pickByLetters(page, 'Truck', '104', '104')
    await page.getByText('Driver of truck 104').waitFor()
    await pickByLetters(page, 'Broker', 'Pra', 'Prairie Freight Partners')
    await page.keyboard.press('Alt+PageDown')
    await typeRoute(page)
    await page.keyboard.type('2400.10')
    await page.waitForFunction(
      (day) => [...document.querySelectorAll('input')].some(({ value }) => value === day),
      formatDay(FRIDAY),
    )
    await page.keyboard.press('Control+Enter')
    await page.getByText('48213', { exact: true }).first().waitFor()
  },
}

/** Types the Route tab of a load of last week, and goes to the revenue. */
export async function typeRoute(page: Page): Promise<void> {
  await typeInto(page, {
    'Pickup ZIP': '75201',
    'Pickup Date': typedDay(PICKED_UP),
    'Delivery ZIP': '30303',
    'Delivery Date': typedDay(DELIVERED),
  })
  await page.keyboard.press('Alt+PageDown')
}

/** "11/05/2026": always ten keys. */
function typedDay(day: Day): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

/** The same load from the broker's PDF: the number, the truck and the settlement date are the carrier's own. */
export const enterFromConfirmation: Job = {
  name: 'One load from its rate confirmation (keyboard)',
  async prepare({ page }) {
    const trucks = await createTrucks(page, 4)
    await createLoad(page, { truckId: trucks[3]?.id, settlementDate: addDays(FRIDAY, -7) })
    await createBrokers(page, ['Nolan Transportation Group'])
    await page.goto('/loads')
    await button(page, 'Add Load').first().waitFor()
  },
  async run({ page, chooseFiles }) {
    await button(page, 'More ways to add a load').click()
    const buffer = Buffer.from(await drawPdf(ntg.pages))
    const file = { name: 'confirmation.pdf', mimeType: 'application/pdf', buffer }
    await chooseFiles(page.getByRole('menuitem', { name: 'From Rate Confirmation' }), [file])
    await page.getByText('values read from').waitFor()
    await page.keyboard.type('48213')
    await page.keyboard.press('Tab')
    await pickByLetters(page, 'Truck', '104', '104')
    await page.getByText('Driver of truck 104').waitFor()
    await page.getByText('Suggested for the week').waitFor()
    await page.keyboard.press('Control+Enter')
    await findToast(page, 'Load added successfully').waitFor()
  },
}

/** In the form of a load, from its revenue: 2,000.00 line haul, 350.00 fuel surcharge, three hours of detention at 75.00. */
export const enterCharges: Job = {
  name: 'Line haul, fuel surcharge and detention of a load (keyboard)',
  async prepare({ page }) {
    const { id } = await createLoad(page, { loadId: '48213', revenue: '0' })
    await page.goto(`/loads?edit=${id}`)
    await page.getByRole('tab', { name: 'Financial' }).click()
    await page.getByLabel(/^Revenue/).focus()
    await page.getByLabel(/^Revenue/).selectText()
  },
  async run({ page }) {
    await page.keyboard.type('2000+')
    await page.keyboard.press('Tab')
    await page.keyboard.type('350')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('3*75')
    await page.keyboard.press('Control+Enter')
    await findToast(page, 'Load updated successfully').waitFor()
  },
}

/** Twelve of 42 loads are delivered, and their BOLs are received. */
export const closeLoads: Job = {
  name: '12 loads set to delivered and BOL received',
  async prepare({ page }) {
    const [truck] = await createTrucks(page, 1)
    for (let n = 0; n < 30; n++) {
      const open = { deliveryStatus: 'in-transit', bolStatus: 'not-received' }
      await createLoad(page, { truckId: truck?.id, loadId: `C-${n + 1}`, ...(n < 12 ? {} : open) })
    }
    for (let n = 31; n <= 42; n++) {
      const open = { deliveryStatus: 'in-transit', bolStatus: 'not-received' }
      await createLoad(page, { truckId: truck?.id, loadId: `D-${n}`, ...open })
    }
    await page.goto('/loads')
    await page.getByRole('cell', { name: 'D-42', exact: true }).waitFor()
  },
  async run({ page, chooseOption }) {
    await box(page, 'Select D-42').click()
    await box(page, 'Select D-31').click({ modifiers: ['Shift'] })
    await page.getByText('12 loads selected').waitFor()
    await button(page, 'Change…').click()
    await chooseOption(page.getByLabel('Delivery Status', { exact: true }), 'Delivered')
    await chooseOption(page.getByLabel('BOL Status', { exact: true }), 'Received')
    await button(page, 'Update 12 Loads').click()
    await findToast(page, '12 loads updated successfully').waitFor()
  },
}

export const findUnpaid: Job = {
  name: "A broker's unpaid loads and their amount",
  async prepare({ page }) {
    const brokers = await createBrokers(page, BROKERS)
    for (let n = 0; n < 24; n++) {
      const paymentStatus = n % 4 ? 'unpaid' : 'paid'
      await createLoad(page, { brokerId: brokers[n % 3], paymentStatus, revenue: `${n + 1}00` })
    }
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page }) {
    await clickLink(page, 'Brokers')
    await clickLink(page, 'Landstar')
    await page.getByText(/^\d+ loads, \$/).waitFor()
  },
}

export const undoDeletion: Job = {
  name: 'A deleted load brought back',
  async prepare({ page }) {
    for (let n = 1; n <= 4; n++) await createLoad(page, { loadId: `U-${n}` })
    await page.goto('/loads')
    await button(page, 'Delete U-3').click()
    await button(page, 'Delete').click()
    await findToast(page, 'Load deleted successfully').waitFor()
  },
  async run({ page }) {
    await button(page, 'Undo').click()
    await button(page, 'Delete U-3').waitFor()
  },
}
