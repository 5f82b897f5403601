import { expect, test } from 'vitest'
import { expectAccessible, startApp, findToast } from './app.ts'

const app = startApp()

test('A2.settings.1 A6.3 B36 Settings has a company card and an account card', async () => {
  const page = await app.enter()
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Company Information' }).waitFor()
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Log Out' }).waitFor()
  const firstDay = page.getByLabel(/^Work Week/)
  expect(await firstDay.locator('option:checked').innerText()).toBe('Sunday')
  await expectAccessible(page)
})

test('A8.settings.1 A7.8 B36 The first save creates settings, the next one updates them', async () => {
  const page = await app.enter()
  await page.goto('/settings')
  await page.getByLabel(/^Company Name/).fill('Blue Ridge Carriers')
  await page.getByLabel(/^Work Week/).selectOption({ label: 'Monday' })
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await findToast(page, 'Settings saved successfully').waitFor()
  await page.reload()
  expect(await page.getByLabel(/^Company Name/).inputValue()).toBe('Blue Ridge Carriers')
  expect(
    await page
      .getByLabel(/^Work Week/)
      .locator('option:checked')
      .innerText(),
  ).toBe('Monday')
  await page.getByLabel(/^Company Name/).fill('Blue Ridge')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await findToast(page, 'Settings updated successfully').waitFor()
  const settings = (await (await page.request.get('/api/settings')).json()) as object
  expect(settings).toMatchObject({ companyName: 'Blue Ridge', workWeekStartDay: 1, version: 2 })
})

test('A8.settings.2 A failed save keeps what was typed', async () => {
  const page = await app.enter()
  await page.goto('/settings')
  await page.getByLabel(/^Company Name/).fill('Blue Ridge Carriers')
  await page.route('**/api/settings**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  app.expectComplaint(/ERR_FAILED/)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await findToast(page, 'Failed to save settings').waitFor()
  expect(await page.getByLabel(/^Company Name/).inputValue()).toBe('Blue Ridge Carriers')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await findToast(page, 'Settings saved successfully').waitFor()
  await page.getByLabel(/^Company Name/).fill('Blue Ridge')
  await page.route('**/api/settings/**', (route) =>
    route.fulfill({ status: 400, json: { message: 'Not today' } }),
  )
  app.expectComplaint(/400/)
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await findToast(page, 'Failed to update settings').filter({ hasText: 'Not today' }).waitFor()
  expect(await page.getByLabel(/^Company Name/).inputValue()).toBe('Blue Ridge')
})

test('A8.logout.1 A failed logout is reported and keeps the session', async () => {
  const page = await app.enter()
  await page.goto('/settings')
  for (const outcome of ['none', 'rejected'] as const) {
    await page.route('**/api/logout', (route) =>
      outcome === 'none' ? route.abort() : route.fulfill({ status: 403, json: { message: 'No' } }),
    )
    app.expectComplaint(/ERR_FAILED|403/)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await findToast(page, 'Logout failed').waitFor()
    await page.unrouteAll()
  }
  expect(new URL(page.url()).pathname).toBe('/settings')
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
})

test('C31 Settings shows what an account with a quota uses, and nothing without one', async () => {
  const page = await app.enter()
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Your Data' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Storage' }).count()).toBe(0)
  const body = { usedBytes: 93_460_001, quotaBytes: 100_000_000, countedAt: '2026-11-22T08:00:00Z' }
  await page.route('**/api/account/storage', (route) => route.fulfill({ json: body }))
  await page.reload()
  const card = page.getByRole('region', { name: 'Storage' })
  await card.getByText('93.5 MB of 100 MB used').waitFor()
  expect(await card.getByRole('progressbar').getAttribute('value')).toBe('93460001')
  await card.getByText(/Nearly full\. Delete records/).waitFor()
  await expectAccessible(page)
})
