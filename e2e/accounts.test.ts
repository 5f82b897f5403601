import { expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signUp, startApp, toastOf } from './app.ts'

const app = startApp()

test('A2 access: signed out, any path but /signup shows the login', async () => {
  const page = await app.openPage('/loads')
  await page.getByRole('heading', { name: 'Login to Your Account' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Create Your Account' }).waitFor()
  expect(await page.getByText('© 2025').count()).toBe(1)
  await expectAccessible(page)
})

test('A5 signup: messages stand at the fields and nothing typed is lost', async () => {
  const page = await app.openPage('/signup')
  await page.getByLabel('Email').fill('not an email')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Invalid email address').waitFor()
  await page.getByText('Password must be at least 8 characters').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('not an email')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
})

test('A8 login: a wrong password says so; the right one goes to the dashboard, and logging out ends it', async () => {
  const page = await app.openPage('/signup')
  const email = await signUp(page)
  await page.goto('/Settings/')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: 'Login to Your Account' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')

  app.expectComplaint(/401/)
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Login' }).click()
  await toastOf(page, 'Login failed').waitFor()
  await toastOf(page, 'Invalid email or password').waitFor()

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await toastOf(page, 'Login successful').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})
