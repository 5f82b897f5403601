import { expect, test } from 'vitest'
import { expectAccessible, findToast, PASSWORD, signUp, startApp } from './app.ts'

const app = startApp()

test('A2.login.1 A2.signup.1 A2.signup.3 A user signs up, logs out on Settings and logs in again', async () => {
  const page = await app.openPage('/login')
  await page.getByRole('heading', { level: 1, name: 'Login to Your Account' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create Your Account' }).waitFor()
  await page.getByText('Get started with your fleet management system', { exact: true }).waitFor()
  for (const label of ['First Name', 'Last Name', 'Email']) await page.getByLabel(label).waitFor()
  await page.getByPlaceholder('Minimum 8 characters').waitFor()
  expect(await page.getByRole('contentinfo').innerText()).toContain('© 2025')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor()

  const email = await signUp(page)
  await page.goto('/settings', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Log Out' }).last().click()
  await page.getByRole('heading', { name: 'Login to Your Account' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await findToast(page, 'Login successful').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})
