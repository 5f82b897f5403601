/** An Admin invites a team, and each member does a day's work in their role (SPEC C68, C69, C82, C83). */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMPANY, makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, findToast, PASSWORD, startApp } from './app.ts'
import { button, choose, fill } from './steps.ts'

const app = startApp()
const WIDTHS = [1440, 390]
const NOON = new Date('2026-11-25T12:00:00')
const OWNER = 'Olga Owens'

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>
const logins: Record<string, Cookies> = {}

const PEOPLE = [
  { role: 'Accounting', first: 'Ada', explained: 'Everything except settings and team.' },
  {
    role: 'Dispatcher',
    first: 'Dan',
    explained: 'Sees load revenue and invoices, but no settlements.',
  },
  { role: 'Safety', first: 'Sue', explained: 'without revenue' },
  { role: 'Viewer', first: 'Vic', explained: 'Changes nothing.' },
  { role: 'Truck Owner', first: 'Olga', explained: 'the loads of their trucks' },
]

beforeAll(async () => {
  const page = await app.enter()
  await page.request.post('/api/settings', {
    data: { ...COMPANY, companyName: 'Acme Freight' },
  })
  const owner = await create(page, 'owners', { ...makeSample('owners'), name: OWNER })
  await create(page, 'drivers', { ...makeSample('drivers'), name: 'Mike Miles' })
  await create(page, 'brokers', makeSample('brokers'))
  for (const at of WIDTHS.keys()) {
    const truckId = `10${at}`
    const truck = await create(page, 'trucks', {
      ...makeSample('trucks', at),
      truckId,
      ownerId: owner.id,
    })
    const load = { ...makeSample('loads', at), bolStatus: 'received', truckId: truck.id }
    await create(page, 'loads', load)
  }
  logins.Admin = await page.context().cookies()
})

async function enterAs(role: string, width = 1440): Promise<Page> {
  const page = await app.openPage('about:blank', { width })
  await page.context().addCookies(logins[role] ?? [])
  await page.clock.setFixedTime(NOON)
  return page
}

test('C69 An Admin invites five people, who choose a password and join', async () => {
  const page = await enterAs('Admin')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Manage team' }).click()
  for (const { role, first, explained } of PEOPLE) {
    await button(page, 'Invite').click()
    const dialog = page.getByRole('dialog', { name: 'Invite to the Team' })
    await dialog.getByLabel(/^Email/).fill(`${first.toLowerCase()}@example.com`)
    await dialog.getByLabel(/^Role/).selectOption({ label: role })
    await dialog.getByText(explained).waitFor()
    if (role === 'Truck Owner') await choose(page, 'Truck Owner', OWNER)
    await expectAccessible(page)
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
  await expectAccessible(page)
  await fill(page, { 'First Name': first, 'Last Name': 'Doe' })
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Create Login and Join').click()
  await page.waitForURL('/')
  logins[role] = await page.context().cookies()
}

describe.each(WIDTHS)('%i px wide', (width) => {
  test('C82 Accounting settles and pays the week, without settings and team', async () => {
    const page = await enterAs('Accounting', width)
    await page.goto('/settlements/run?week=2026-11-20')
    if (width === 1440) {
      await button(page, 'Prepare 2 Settlements').click()
      await page.getByText('2 of 2 settlements prepared').waitFor()
      await button(page, 'Approve 2 Settlements').click()
      await page.getByText('2 of 2 settlements approved').waitFor()
    } else {
      await page.getByLabel('First Check #').fill('1001')
      await button(page, 'Pay 1 Payee').click()
      await page.getByText('1 of 1 payees paid').waitFor()
    }
    await page.goto('/settings')
    await page.getByRole('heading', { name: 'Recurring Deductions' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Company Information' }).count()).toBe(0)
    await expectNoAccess(page, '/settings/team')
    await expectAccessible(page)
  })

  test('C73 Accounting edits a driver in the list, and the bank details stay', async () => {
    const page = await enterAs('Accounting', width)
    await page.goto('/drivers')
    await page.getByRole('button', { name: 'Edit Mike Miles' }).click()
    expect(await page.getByLabel('Bank Details').inputValue()).toBe('First Bank\n000123')
    await fill(page, { Phone: `(555) 010-${width}` })
    await button(page, 'Save').click()
    await findToast(page, 'Driver updated successfully').waitFor()
    await page.getByText(`(555) 010-${width}`).waitFor()
    await page.getByRole('link', { name: 'Mike Miles' }).click()
    await page.getByText('Ends in 0123').waitFor()
    await page.getByRole('button', { name: 'Show Bank Details' }).click()
    await page.getByText('First Bank 000123').waitFor()
    await expectAccessible(page)
    await button(page, 'Edit').click()
    const form = page.getByRole('dialog')
    expect(await form.getByLabel('Bank Details').inputValue()).toBe('First Bank\n000123')
  })

  test('C82 A dispatcher books a load with its revenue, without settlements', async () => {
    const page = await enterAs('Dispatcher', width)
    await page.goto('/loads?add')
    await fill(page, { 'Load #': `D-${width}` })
    await choose(page, 'Truck', '100')
    await page.getByRole('tab', { name: 'Route' }).click()
    await fill(page, {
      'Pickup State': 'TX',
      'Pickup Date': '11/24/2026',
      'Delivery State': 'GA',
    })
    await page.getByRole('tab', { name: 'Financial' }).click()
    await fill(page, { Revenue: '1,850' })
    await button(page, 'Save').click()
    await findToast(page, 'Load added successfully').waitFor()
    await page.getByText('$1,850.00').first().waitFor()
    await expectAccessible(page)
    await expectLinks(page, width, { shown: 'Loads', hidden: 'Settlements' })
    await page.goto('/drivers')
    await page.getByRole('link', { name: 'Mike Miles' }).click()
    await page.getByRole('heading', { name: 'Contact and License' }).waitFor()
    expect(await page.getByText('Bank Details').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Statements' }).count()).toBe(0)
    await expectNoAccess(page, '/settlements/run')
  })

  test('C82 Safety renews a license and reads loads without revenue', async () => {
    const page = await enterAs('Safety', width)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Pending BOL' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Revenue' }).count()).toBe(0)
    await page.goto('/drivers')
    await page.getByRole('button', { name: 'Edit Mike Miles' }).click()
    await fill(page, { 'License Expiry': width === 1440 ? '11/30/2029' : '11/30/2030' })
    await button(page, 'Save').click()
    await findToast(page, 'Driver updated successfully').waitFor()
    await page.goto('/loads')
    await page.getByRole('link', { name: 'L-0' }).waitFor()
    expect(await page.getByText('$').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Add|Edit|Delete/ }).count()).toBe(0)
    await expectAccessible(page)
  })

  test('C82 A viewer looks up a load and a driver without revenue, and changes nothing', async () => {
    const page = await enterAs('Viewer', width)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Pending BOL' }).waitFor()
    await expectLinks(page, width, { shown: 'Loads', hidden: 'Trash' })
    await page.goto('/loads')
    await page.getByRole('link', { name: 'L-0' }).click()
    await page.getByRole('heading', { level: 1, name: /L-0/ }).waitFor()
    expect(await page.getByText('$').count()).toBe(0)
    await page.goto('/drivers')
    await page.getByRole('link', { name: 'Mike Miles' }).waitFor()
    const changes = /Add|Edit|Delete|Import|Export/
    expect(await page.getByRole('button', { name: changes }).count()).toBe(0)
    await expectAccessible(page)
    await expectNoAccess(page, '/settlements')
  })

  test('C78 C82 A truck owner reads a statement and loads, and no office data', async () => {
    const page = await enterAs('Truck Owner', width)
    await page.goto('/')
    await page.getByRole('link', { name: /Statement 1/ }).click()
    await page.getByText('$2,400.00').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Loads', exact: true }).click()
    await page.getByText('L-0').first().waitFor()
    for (const path of ['/api/loads', '/api/billing', '/api/team'])
      expect((await page.request.get(path)).status()).toBe(403)
  })
})

async function expectNoAccess(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: 'No Access' }).waitFor()
  await page.getByText('Your role has no access to this page').waitFor()
}

type Links = { shown: string; hidden: string }

async function expectLinks(page: Page, width: number, { shown, hidden }: Links): Promise<void> {
  if (width < 768) await button(page, 'Toggle sidebar').click()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: shown, exact: true }).waitFor()
  expect(await navigation.getByRole('link', { name: hidden, exact: true }).count()).toBe(0)
  if (width < 768) await page.keyboard.press('Escape')
}

test('C82 A role that is changed while a form is open keeps what was typed', async () => {
  const page = await enterAs('Dispatcher')
  await page.goto('/loads?add')
  await fill(page, { 'Load #': 'D-9' })
  await page.getByRole('tab', { name: 'Route' }).click()
  await fill(page, { 'Pickup State': 'TX', 'Pickup Date': '11/24/2026', 'Delivery State': 'GA' })
  await page.getByRole('tab', { name: 'Financial' }).click()
  await fill(page, { Revenue: '900' })
  await changeRole('Dan Doe', 'safety')
  app.expectComplaint(/403/)
  await button(page, 'Save').click()
  await page.getByText('Your role is now Safety.').waitFor()
  await findToast(page, 'Failed to add load').waitFor()
  await page.getByRole('tab', { name: 'General' }).click()
  expect(await page.getByLabel(/^Load #/).inputValue()).toBe('D-9')
  await button(page, 'Cancel').click()
  await button(page, 'Discard').click()
  expect(await page.getByRole('button', { name: 'Add Load' }).count()).toBe(0)
  await changeRole('Dan Doe', 'dispatcher')
})

test('C68 C82 After a membership ends, the member’s next click opens the login', async () => {
  const admin = await enterAs('Admin')
  await admin.goto('/settings/team')
  const safety = await enterAs('Safety')
  await safety.goto('/drivers')
  await safety.getByRole('link', { name: 'Mike Miles' }).waitFor()
  await admin.getByRole('button', { name: 'End membership of Sue Doe' }).click()
  await button(admin, 'End Membership').click()
  await findToast(admin, 'Membership ended').waitFor()
  app.expectComplaint(/401/)
  await safety.getByRole('link', { name: 'Mike Miles' }).click()
  await safety.getByRole('heading', { name: 'Login to Your Account' }).waitFor()
})

test('C83 An Admin views the account as a member, read-only, and returns', async () => {
  const page = await enterAs('Admin')
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'View as Dan Doe' }).click()
  const bar = page.getByRole('region', { name: 'Viewing as' })
  await bar.getByText('Viewing as Dan Doe (Dispatcher), read-only').waitFor()
  await expectLinks(page, 1440, { shown: 'Loads', hidden: 'Settlements' })
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
  const switcher = page.getByRole('button', { name: 'Account: Blue Line. Switch account' })
  await switcher.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Acme Freight' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Account: Acme Freight. Switch account' }).waitFor()

  await page.goto('/brokers?add')
  await fill(page, { 'Company Name': 'Of Acme' })
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await other.keyboard.press('Control+k')
  await other.getByRole('dialog').waitFor()
  await other.keyboard.type('switch')
  await other.getByRole('option', { name: 'Switch to Blue Line' }).click()
  await other.getByRole('button', { name: 'Account: Blue Line. Switch account' }).waitFor()
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

async function changeRole(name: string, role: string): Promise<void> {
  const admin = await enterAs('Admin')
  const team = (await (await admin.request.get('/api/team')).json()) as {
    members: { id: number; name: string }[]
  }
  const id = team.members.find((member) => member.name === name)?.id
  expect((await admin.request.put(`/api/team/members/${id}`, { data: { role } })).status()).toBe(
    200,
  )
}

async function inviteToBlueLine(email: string): Promise<string> {
  const page = await app.enter()
  await page.request.post('/api/settings', { data: { companyName: 'Blue Line' } })
  const data = { email, role: 'dispatcher' }
  const invited = await page.request.post('/api/team/invitations', { data })
  return ((await invited.json()) as { link: string }).link
}
