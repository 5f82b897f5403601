import { Secret, TOTP } from 'otpauth'
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

  await page.goto('/settings/security')
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

/** What the authenticator app shows for the key on the screen. */
function showCode(key: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
}

test('C76 Two-step login is turned on in Settings, and the next login asks for a code', async () => {
  const page = await app.openPage('/signup', { width: 390 })
  const email = await signUp(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Turn on two-step login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn On Two-Step Login' })
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
  await expectAccessible(page)
  const key = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
  await dialog.getByLabel('Code', { exact: true }).fill(showCode(key))
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  const shown = page.getByRole('dialog', { name: 'Recovery Codes' })
  const codes = shown.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.nth(9).waitFor()
  await expectAccessible(page)
  const recoveryCode = await codes.first().innerText()
  await shown.getByRole('button', { name: 'I Saved These Codes' }).click()
  await page.getByText('10 recovery codes left.').waitFor()

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { level: 1, name: 'Two-Step Login' }).waitFor()
  const code = page.getByLabel('Code', { exact: true })
  await code.and(page.locator(':focus')).waitFor()
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  await expectAccessible(page)
  app.expectComplaint(/400/)
  await code.fill('000000')
  await code.press('Enter')
  await page.getByText('This code is wrong or was already used.').first().waitFor()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery Code').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(recoveryCode)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})
