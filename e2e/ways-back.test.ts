/** Ways back in: the login, the link of an Admin, and the new password (SPEC C493, C494, C496). */
import { expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signUp, startApp } from './app.ts'
import { button, fill } from './steps.ts'

const app = startApp()

test('C493 C494 A member who forgot the password chooses a new one on a phone by the link of an Admin', async () => {
  const admin = await app.openPage('about:blank')
  await signUp(admin)
  const email = `forgetful.${Date.now()}@example.com`
  const invited = await admin.request.post('/api/team/invitations', {
    data: { email, role: 'dispatcher' },
  })
  const { link: invitation } = (await invited.json()) as { link: string }
  const member = await app.openPage(invitation, { width: 390, theme: 'dark' })
  await fill(member, { 'First Name': 'Sam', 'Last Name': 'Doe', Password: PASSWORD })
  await button(member, 'Create Login and Join').click()
  await member.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

  await admin.goto('/settings/team')
  await button(admin, 'More actions for Sam Doe').click()
  await admin.getByRole('menuitem', { name: 'Reset Password' }).click()
  await button(admin, 'Make Link').click()
  const link = admin.getByLabel('Link', { exact: true })
  await link.waitFor()
  await expectAccessible(admin, '[role=dialog]')

  const phone = await app.openPage('/login', { width: 390, theme: 'dark', touch: true })
  await phone.getByRole('link', { name: 'Forgot your password?' }).click()
  await phone.getByText('Ask an Admin of your company.').waitFor()
  await expectAccessible(phone)
  await phone.goto(await link.inputValue())
  const field = phone.getByLabel('New Password')
  await field.fill('password1')
  await phone.getByText('Too easy to guess.').waitFor()
  await expectAccessible(phone)
  await field.fill('qV7#mZ2x')
  await phone.getByText('Hard to guess').waitFor()
  await button(phone, 'Save Password').click()
  await phone.getByText('Your password is changed. Log in with the new one.').waitFor()
  await fill(phone, { Email: email, Password: 'qV7#mZ2x' })
  await button(phone, 'Login').click()
  await phone.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  // The session of the old password has ended.
  await member.reload()
  await member.getByRole('heading', { level: 1, name: 'Login to Your Account' }).waitFor()
  expect(new URL(member.url()).pathname).toBe('/')
})
