/** Jobs on settlements. */
import { create, findToast } from '#e2e/app.ts'
import { button } from '#e2e/steps.ts'
import { addDays } from '#core/calendar.ts'
import { createLoad, createPaid, createTrucks, FRIDAY } from '#e2e/counts/fleet.ts'
import { clickLink, download } from '#e2e/counts/moves.ts'
import type { Job } from './job.ts'

/** One truck's BOL is missing, which the office accepts. Another truck has a negative net, which the office holds. */
export const fridayRun: Job = {
  name: 'Friday run of 15 trucks with 2 exceptions',
  async prepare({ page }) {
    const trucks = await createTrucks(page, 15)
    const insurance = { category: 'insurance', description: 'Insurance', basis: 'fixed' }
    await create(page, 'deduction-rules', { ...insurance, value: '350.00' })
    for (const { id, number } of trucks) {
      const revenue = number === '112' ? '100.00' : '1500.00'
      const bolStatus = number === '107' ? 'pending' : 'received'
      for (let n = 0; n < 3; n++) await createLoad(page, { truckId: id, revenue, bolStatus })
    }
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page }) {
    await page.getByRole('link', { name: /^Settlements: 15 open$/ }).click()
    await button(page, 'Prepare 15 Settlements').click()
    await page.getByText('15 of 15 settlements prepared').waitFor()
    await button(page, 'Approve 13 Settlements').click()
    await page.getByText('13 of 13 settlements approved').waitFor()
    await page.getByRole('checkbox', { name: /^Select truck 107/ }).click()
    await button(page, 'Approve 1 Settlement').click()
    await page.getByText('1 of 1 settlements approved').waitFor()
    await page.getByRole('checkbox', { name: /^Select truck 112/ }).click()
    await button(page, 'Hold 1').click()
    await page.getByLabel('Reason').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('2nd load')
    await page.keyboard.press('Enter')
    await page.getByText('1 of 1 settlements held').waitFor()
    await page.getByLabel('First Check #').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('1001')
    await button(page, 'Pay 14 Payees').click()
    await button(page, /^Pay \$/).click()
    await page.getByText('14 of 14 payees paid').waitFor()
    await download(page, () =>
      page.getByRole('link', { name: 'Download Statements (ZIP)' }).click(),
    )
  },
}

/** The paper came by fax: the office notes that it has it. */
export const receiveBol: Job = {
  name: 'A missing BOL received in the settlement run',
  async prepare({ page }) {
    const [truck] = await createTrucks(page, 1)
    await createLoad(page, { truckId: truck?.id, bolStatus: 'pending' })
    await create(page, 'billing', { truckId: truck?.id, settlementDate: FRIDAY })
    await page.goto('/settlements/run')
    await button(page, 'Missing 1 BOL').waitFor()
  },
  async run({ page }) {
    await button(page, 'Missing 1 BOL').click()
    await page.getByRole('menuitem', { name: 'Mark BOL Received' }).click()
    await findToast(page, 'BOL received').waitFor()
  },
}

/** From the list of drivers; the driver's email is on file. */
export const inviteDriver: Job = {
  name: 'A driver invited to the portal',
  async prepare({ page }) {
    await createTrucks(page, 3)
    await page.goto('/drivers')
    await page.getByRole('link', { name: 'Driver 102' }).waitFor()
  },
  async run({ page }) {
    await clickLink(page, 'Driver 102')
    await button(page, 'Invite to Portal').click()
    await button(page, 'Create Link').click()
    await page.getByText('Copied').waitFor()
  },
}

/** An owner calls. The reason is a repair on this statement, which the previous one does not have. */
export const shortCheck: Job = {
  name: '"Why is my check short?"',
  async prepare({ page }) {
    const trucks = await createTrucks(page, 15)
    for (const [back, maintenance] of [
      [14, '0'],
      [7, '0'],
      [0, '812.40'],
    ] as const) {
      for (const { id } of trucks)
        await createPaid(page, id, addDays(FRIDAY, -back), { revenue: '3000.00', maintenance })
    }
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page }) {
    await clickLink(page, 'Owners')
    await clickLink(page, 'Owner 108')
    await clickLink(page, '#38')
    await page.getByText('Mostly: Maintenance -$812.40').waitFor()
  },
}

export const yearEnd: Job = {
  name: "One owner's 1099 figures and the tax preparer's file",
  async prepare({ page }) {
    const trucks = await createTrucks(page, 6)
    for (const { id } of trucks) await createPaid(page, id, FRIDAY, { revenue: '3000.00' })
    await page.goto('/')
    await page.getByText('Unpaid Loads').waitFor()
  },
  async run({ page }) {
    await clickLink(page, 'Settlements')
    await clickLink(page, 'Year-End')
    await page.getByRole('cell', { name: 'Owner 104' }).getByRole('button').click()
    await page
      .getByRole('region', { name: /^Owner 104/ })
      .getByText('Reconciliation')
      .waitFor()
    await button(page, 'Tax Preparer File').click()
    await download(page, () => page.getByRole('link', { name: 'Download (CSV)' }).click())
  },
}
