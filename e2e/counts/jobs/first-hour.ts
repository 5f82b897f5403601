/** The first hour of a newcomer, from nothing and without a mail server. */
import type { Page } from 'playwright-core'
import { findToast } from '#e2e/app.ts'
import { button } from '#e2e/steps.ts'
import type { TextFile } from '#e2e/counts/counter.ts'
import { clickLink, field, pick, pickByLetters, tabTo, typeInto } from '#e2e/counts/moves.ts'
import { drawPdf } from '#server/testing/confirmations/draw.ts'
import { ntg } from '#server/testing/confirmations/ntg.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { approveByHand, markAsSent } from './billing.ts'
import type { Job } from './job.ts'
import { typeRoute } from './loads.ts'

/** A new account enters a truck with its owner and a load, and opens the PDF. */
export const firstStatement: Job = {
  name: 'From the sign-up to the PDF of the first statement',
  async run({ page, chooseOption }) {
    await signUp(page)
    await clickLink(page, 'Add a truck')
    await addTrucks(page, ['101'])
    await clickLink(page, 'Loads')
    await addLoads(page, [{ number: '48213', truck: '101' }])
    await clickLink(page, 'Settlements')
    await field(page, 'Truck').click()
    await page.getByRole('option', { name: '101' }).click()
    const date = page.getByLabel('Settlement Date')
    const days = date.locator('option', { hasText: /\/20\d\d/ })
    await days.first().waitFor({ state: 'attached' })
    const [first = ''] = await days.allInnerTexts()
    if ((await date.inputValue()) === '') await chooseOption(date, first)
    await button(page, 'Load Settlement Data').click()
    await button(page, 'Save Settlement Data').click()
    await findToast(page, 'Settlement saved successfully').waitFor()
    const popup = page.context().waitForEvent('page')
    await button(page, 'Generate PDF Invoice').click()
    await popup
  },
}

/** The total of the rate confirmation. */
const REVENUE = '3420.00'
const TRUCKS = ['101', '102', '103']
const LOADS = TRUCKS.map((truck, at) => ({ truck, number: `4821${at}`, broker: 'Acme Logistics' }))

/** Three trucks of one owner, three delivered loads of one broker, and the papers of one load. The company is entered when the first approval asks. */
export const firstHour: Job = {
  name: 'The first hour: from the sign-up to three statements and an invoice with its packet',
  async run({ page, chooseFiles }) {
    await signUp(page)
    await button(page, 'Use These').click()
    await findToast(page, 'Settings saved successfully').waitFor()
    await clickLink(page, 'Add a truck')
    await addTrucks(page, TRUCKS)
    await clickLink(page, 'Loads')
    await addLoads(page, LOADS)

    await page.getByRole('link', { name: '48210' }).first().click()
    await chooseFiles(page.getByLabel('Documents to add'), [
      pdf('Rate Con.pdf', Buffer.from(await drawPdf(ntg.pages))),
      pdf('BOL.pdf', makePdf({ text: 'Bill of lading of load 48210' })),
    ])
    await button(page, 'Upload 2 Documents').waitFor()
    await page.keyboard.press('Enter')
    await findToast(page, '2 documents added').waitFor()

    await approveSettlements(page)
    await billReadyLoad(page)
  },
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/signup')
  const email = `first.${Date.now()}@example.com`
  await typeInto(page, { 'First Name': 'Pat', 'Last Name': 'Doe', Email: email })
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('correct horse battery')
  await page.keyboard.press('Enter')
  await page.getByText('Get Started').waitFor()
}

/** Starts in the form of the first truck, whose owner is new; the other trucks have the same owner. */
async function addTrucks(page: Page, numbers: string[]): Promise<void> {
  for (const [at, number] of numbers.entries()) {
    if (at > 0) await page.keyboard.press('n')
    await page.getByRole('dialog').locator(':focus').waitFor()
    await typeInto(page, { 'Truck #': number })
    if (at > 0) await pickByLetters(page, 'Owner', 'Mar', 'Maria Delgado')
    else {
      await pick(page, 'Owner', 'Maria Delgado', '+ Add New Owner')
      await page.getByRole('dialog', { name: 'Add New Owner' }).locator(':focus').waitFor()
      const contact = { Email: 'maria@example.com', Phone: '5550142030', Address: '12 Elm Street' }
      await typeInto(page, contact)
      await page.keyboard.press('Control+Enter')
      await findToast(page, 'Owner added successfully').waitFor()
    }
    await typeInto(page, { Make: 'Volvo', Model: 'VNL' })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: number, exact: true }).first().waitFor()
  }
}

type NewLoad = { number: string; truck: string; broker?: string }

/** Starts on the list of loads. The broker of the first load is new. */
async function addLoads(page: Page, loads: NewLoad[]): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Loads' }).waitFor()
  await page.keyboard.press('n')
  for (const [at, { number, truck, broker }] of loads.entries()) {
    await field(page, 'Load #').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(number)
    if (broker) {
      await tabTo(page, field(page, 'Delivery Status'))
      await page.keyboard.type('D')
    }
    await pickByLetters(page, 'Truck', truck, truck)
    if (broker && at === 0) {
      await pick(page, 'Broker', broker, '+ Add New Broker')
      await page.getByRole('dialog', { name: 'Add New Broker' }).locator(':focus').waitFor()
      await typeInto(page, { Email: 'bills@acme.example' })
      await page.keyboard.press('Control+Enter')
      await findToast(page, 'Broker added successfully').waitFor()
    } else if (broker) await pickByLetters(page, 'Broker', broker.slice(0, 3), broker)
    await page.keyboard.press('Alt+PageDown')
    await typeRoute(page)
    await page.keyboard.type(REVENUE)
    await page.getByText('Suggested for the week').waitFor()
    const isLast = at === loads.length - 1
    await page.keyboard.press(isLast ? 'Control+Enter' : 'Control+Shift+Enter')
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

function pdf(name: string, buffer: Buffer): TextFile {
  return { name, mimeType: 'application/pdf', buffer }
}

async function approveSettlements(page: Page): Promise<void> {
  // The number beside Settlements opens the run.
  await page.getByRole('link', { name: /^Settlements: [\d,]+ open$/ }).click()
  await button(page, 'Prepare 3 Settlements').waitFor()
  await page.keyboard.press('Control+Enter')
  // Two settlements lack a BOL, and must be selected.
  await button(page, 'Approve 1 Settlement').waitFor()
  await page.getByLabel(/of 3 selected$/).click()
  await button(page, 'Approve 3 Settlements').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: 'Enter Your Company Details' }).locator(':focus').waitFor()
  await typeInto(page, {
    'Company Name': COMPANY.companyName,
    Address: COMPANY.companyAddress,
    City: COMPANY.companyCity,
    State: COMPANY.companyState,
    ZIP: COMPANY.companyZip,
    Phone: COMPANY.companyPhone,
    Email: COMPANY.companyEmail,
  })
  await page.keyboard.press('Control+Enter')
  await page.getByText('3 of 3 settlements approved').waitFor()
  await button(page, /Send$/).click()
  const popup = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Print 3 Statements' }).click()
  await (await popup).close()
}

/** The two loads without papers are not ready to bill. The invoice is sent only when its packet was downloaded and the user says so. */
async function billReadyLoad(page: Page): Promise<void> {
  await clickLink(page, 'Invoices')
  await page.getByRole('link', { name: /^Not Ready 2/ }).waitFor()
  await page.getByText('0 of 1 selected').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+Enter')
  await approveByHand(page)
  await page.getByText('1 not sent yet.').waitFor()
  await markAsSent(page, 1)
  await page.getByText('No load is ready to bill.').waitFor()
}
