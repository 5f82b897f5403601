/** An Admin invites a team, and each member does a day's work in the own role (SPEC C68, C69, C82, C83). */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
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
  { role: 'Dispatcher', first: 'Dan', explained: 'Sees load revenue, no settlements.' },
  { role: 'Safety', first: 'Sue', explained: 'without revenue' },
  { role: 'Truck Owner', first: 'Olga', explained: 'the loads of the own trucks' },
]

beforeAll(async () => {
  const page = await app.enter()
  await page.request.post('/api/settings', { data: { companyName: 'Acme Freight' } })
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

test('C69 An Admin invites four people, who choose a password and join', async () => {
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
    await page.getByRole('cell', { name: `${first.toLowerCase()}@example.com` }).waitFor()
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
