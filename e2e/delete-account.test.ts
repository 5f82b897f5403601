import { expect, test } from 'vitest'
import { expectAccessible, findToast, PASSWORD, signUp, startApp } from './app.ts'

const app = startApp()

test('C37 Settings deletes the account after the export, the typed email and the password', async () => {
  const page = await app.openPage('/signup', { theme: 'dark', width: 390 })
  const email = await signUp(page)
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('link', { name: 'Export All Data' }).getAttribute('href')).toMatch(
    /^\/api\/account\/export\.zip\?haulbook-account=[0-9a-f-]{36}$/,
  )
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('wrong wrong')
  app.expectComplaint(/400/)
  await page.keyboard.press('Enter')
  await findToast(page, 'Failed to delete account').waitFor()
  await dialog.getByText('Password is incorrect').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  app.expectComplaint(/401/)
  await page.getByText('Your account and all of its data are deleted.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await findToast(page, 'Invalid email or password').waitFor()
})
