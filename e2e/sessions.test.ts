import { expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signUp, startApp, findToast } from './app.ts'

const app = startApp()
const NEW_PASSWORD = 'quite another horse'

test('S03 S06 A new password signs out other devices; a wrong old password is rejected', async () => {
  const page = await app.openPage('/signup')
  const email = await signUp(page)
  const phone = await app.openPage('/login', { width: 360 })
  await phone.getByLabel('Email').fill(email)
  await phone.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await phone.getByRole('button', { name: 'Login' }).click()
  await phone.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

  await page.goto('/settings')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await sessions.nth(1).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current Password').fill('wrong wrong')
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  app.expectComplaint(/400/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Current password is incorrect', { exact: true }).first().waitFor()
  await expectAccessible(page)
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, 'Password changed successfully').waitFor()
  await sessions.nth(1).waitFor({ state: 'detached' })

  app.expectComplaint(/401/)
  await phone.goto('/drivers')
  await phone.getByRole('heading', { name: 'Login to Your Account' }).waitFor()
})

test('S06 Settings can sign out another device, even in dark mode on a phone', async () => {
  const page = await app.openPage('/signup', { theme: 'dark', width: 360 })
  const email = await signUp(page)
  const other = await app.openPage('/login')
  await other.request.post('/api/login', { data: { email, password: PASSWORD } })
  await page.goto('/settings')
  await page.getByRole('button', { name: /^End session on Chrome/ }).click()
  await findToast(page, 'Session ended successfully').waitFor()
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
  await expectAccessible(page)
})
