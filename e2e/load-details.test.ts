import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, PASSWORD, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

/** Invites a new person as the user of `page`. Returns the new member's page, at the dashboard. */
async function enterAsMember(page: Page, role: string, options: { width: number }): Promise<Page> {
  const data = { email: `${role}.${Date.now()}@example.com`, role }
  const invited = await page.request.post('/api/team/invitations', { data })
  const { link } = (await invited.json()) as { link: string }
  const other = await app.openPage('/login', options)
  const person = { password: PASSWORD, firstName: 'Sam', lastName: 'Lee' }
  const token = link.split('#')[1]
  const accepted = await other.request.post('/api/invitation', { data: { token, ...person } })
  expect(accepted.status(), await accepted.text()).toBe(201)
  await other.goto('/')
  return other
}

test('C84 C85 C86 A member mentioned on a load finds it in the bell and answers', async () => {
  const page = await app.enter()
  const { id } = await create(page, 'loads', makeSample('loads'))
  const other = await enterAsMember(page, 'dispatcher', { width: 390 })
  await button(other, 'Notifications').waitFor()
  await page.goto(`/loads/${id}`)
  await page.getByLabel('New Comment').pressSequentially('Call the broker, @sa')
  await page.getByRole('option', { name: 'Sam Lee' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('please')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: 'Call the broker, @Sam Lee please' }).waitFor()
  expect(await page.getByLabel('New Comment').inputValue()).toBe('')

  // The bell is requested when a page opens.
  await other.goto('/loads')
  await button(other, 'Notifications: 1 new').click()
  await expectAccessible(other)
  await other.getByRole('link', { name: /Pat Doe mentioned you: Load L-1/ }).click()
  await other.waitForURL(`**/loads/${id}#comments`)
  await other.getByText('@Sam Lee', { exact: true }).waitFor()
  await button(other, 'Notifications').waitFor()
  await other.getByLabel('New Comment').fill('Done')
  await button(other, 'Add Comment').click()
  await button(other, /^Delete your comment from/).waitFor()
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Done' }).waitFor()
})
