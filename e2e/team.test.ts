/** An Admin invites a team, views the account as a member, and switches accounts (SPEC C69, C83). */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { COMPANY, makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, PASSWORD, startApp } from './app.ts'
import { button, choose, fill } from './steps.ts'

const app = startApp()
const OWNER = 'Olga Owens'

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
let admin: Cookies = []

const PEOPLE = [
  { role: 'Accounting', first: 'Ada' },
  { role: 'Dispatcher', first: 'Dan' },
  { role: 'Truck Owner', first: 'Olga' },
]

beforeAll(async () => {
  const page = await app.enter()
  await page.request.post('/api/settings', {
    data: { ...COMPANY, companyName: 'Acme Freight' },
  })
  await create(page, 'owners', { ...makeSample('owners'), name: OWNER })
  admin = await page.context().cookies()
})

async function enterAsAdmin(): Promise<Page> {
  const page = await app.openPage('about:blank')
  await page.context().addCookies(admin)
  return page
}

test('C69 An Admin invites three people, who choose a password and join', async () => {
  const page = await enterAsAdmin()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  for (const { role, first } of PEOPLE) {
    await button(page, 'Invite').click()
    const dialog = page.getByRole('dialog', { name: 'Invite to the Team' })
    await dialog.getByLabel(/^Email/).fill(`${first.toLowerCase()}@example.com`)
    await dialog.getByLabel(/^Role/).selectOption({ label: role })
    if (role === 'Truck Owner') {
      await choose(page, 'Truck Owner', OWNER)
      await expectAccessible(page)
    }
    await dialog.getByRole('button', { name: 'Create Link' }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    await button(page, 'Done').click()
    await page
      .getByRole('cell', { name: `${first.toLowerCase()}@example.com`, exact: true })
      .waitFor()
    await join(link, role, first)
  }
  await page.reload()
  for (const { first, role } of PEOPLE) {
    const row = page.getByRole('row', { name: new RegExp(`${first} Doe`) })
    await row.getByText(role).waitFor()
  }
  await page.getByText(OWNER).waitFor()
  expect(await page.getByRole('heading', { name: 'Open Invitations' }).count()).toBe(0)
  await expectAccessible(page)
})

async function join(link: string, role: string, first: string): Promise<void> {
  const page = await app.openPage(link, { width: 390 })
  await page.getByRole('heading', { level: 1, name: 'Join Acme Freight' }).waitFor()
  await page.getByText(`You're invited as ${role}.`).waitFor()
  if (first === 'Ada') await expectAccessible(page)
  await fill(page, { 'First Name': first, 'Last Name': 'Doe' })
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Create Login and Join').click()
  await page.waitForURL('/')
}

test('C83 An Admin views the account as a member, read-only, and returns', async () => {
  const page = await enterAsAdmin()
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'View as Dan Doe' }).click()
  const bar = page.getByRole('region', { name: 'Viewing as' })
  await bar.getByText('Viewing as Dan Doe (Dispatcher), read-only').waitFor()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Loads', exact: true }).waitFor()
  expect(await navigation.getByRole('link', { name: 'Settlements', exact: true }).count()).toBe(0)
  await expectAccessible(page)
  await page.goto('/brokers?add')
  await fill(page, { 'Company Name': 'Swift' })
  app.expectComplaint(/403/)
  await button(page, 'Save').click()
  await findToast(page, 'You are viewing as Dan Doe (Dispatcher), read-only.').waitFor()
  await button(page, 'Cancel').click()
  await button(page, 'Discard').click()
  await bar.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  expect(await bar.count()).toBe(0)
})

test('C83 Of two accounts, each page saves only to the one that it shows', async () => {
  const link = await inviteToBlueLine('ada@example.com')
  const page = await app.openPage(link)
  await page.getByText('You already have a login.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Log In and Join').click()
  const switcher = page.getByRole('button', { name: /, Blue Line$/ })
  await switcher.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Acme Freight' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('a')
  // The menu moves the focus a moment after the letter.
  await page.locator('[role=menuitemradio]:focus', { hasText: 'Acme Freight' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /, Acme Freight$/ }).waitFor()

  await page.goto('/brokers?add')
  await fill(page, { 'Company Name': 'Of Acme' })
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await other.keyboard.press('Control+k')
  await other.getByRole('dialog').waitFor()
  await other.keyboard.type('switch')
  await other.getByRole('option', { name: 'Switch to Blue Line' }).click()
  await other.getByRole('button', { name: /, Blue Line$/ }).waitFor()
  const file = await page.locator('a[download]').first().getAttribute('href')
  expect((await page.request.get(file ?? '')).status()).toBe(403)
  app.expectComplaint(/403/)
  await button(page, 'Save').click()
  await page.getByRole('dialog', { name: 'You switched accounts' }).waitFor()
  await expectAccessible(page)
  await button(page, 'Switch Back to Acme Freight').click()
  await button(page, 'Save').click()
  await findToast(page, 'Broker added successfully').waitFor()
})

async function inviteToBlueLine(email: string): Promise<string> {
  const page = await app.enter()
  await page.request.post('/api/settings', { data: { companyName: 'Blue Line' } })
  const data = { email, role: 'dispatcher' }
  const invited = await page.request.post('/api/team/invitations', { data })
  return ((await invited.json()) as { link: string }).link
}
