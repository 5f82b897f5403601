import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signUp, startApp, findToast } from './app.ts'
import { hold } from './steps.ts'

const app = startApp()

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('A2.access.1 A6.1 Signed out, every path except /signup shows the login screen', async () => {
  const page = await app.openPage('/loads')
  for (const path of ['/loads', '/', '/settings', '/nothing/here']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Login to Your Account' }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
  }
  await page.goto('/signup')
  await page.getByRole('heading', { level: 1, name: 'Create Your Account' }).waitFor()
})

test('A2.login.1 The login screen asks for email and password and links to sign-up', async () => {
  const page = await app.openPage('/login')
  await page.getByRole('heading', { level: 1, name: 'Login to Your Account' }).waitFor()
  await page.getByLabel('Email').waitFor()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign up' }).click()
  expect(new URL(page.url()).pathname).toBe('/signup')
})

test('A2.signup.1 A2.signup.3 The sign-up screen has four fields and links to login', async () => {
  const page = await app.openPage('/signup')
  await page.getByRole('heading', { level: 1, name: 'Create Your Account' }).waitFor()
  await page.getByText('Get started with your fleet management system', { exact: true }).waitFor()
  for (const label of ['First Name', 'Last Name', 'Email']) await page.getByLabel(label).waitFor()
  await page.getByPlaceholder('Minimum 8 characters').waitFor()
  expect(await page.getByRole('contentinfo').innerText()).toContain('© 2025')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Login' }).click()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('A5.signup.1 A9.limits.1 Errors appear at their fields and typed text stays', async () => {
  const page = await app.openPage('/signup')
  await page.getByLabel('Email').fill('not an email')
  await page.getByLabel('Password', { exact: true }).fill('seven77')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Invalid email address').waitFor()
  await page.getByText('Password must be at least 8 characters').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('not an email')
  await page.getByLabel('Email').and(page.locator(':focus')).waitFor()
})

test('A5.signup.1 A2.signup.2 A8.signup.3 First and last name are optional', async () => {
  const page = await app.openPage('/signup')
  const release = await hold(page, '**/api/signup')
  await page.getByLabel('Email').fill('nameless@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('button', { name: 'Creating Account...' }).waitFor()
  release()
  await findToast(page, 'Account created successfully').waitFor()
  await page.waitForURL('/')
})

test('A8.signup.1 The toast and the field report an email already in use', async () => {
  const page = await app.openPage('/signup')
  const email = await signUp(page)
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  app.expectComplaint(/409/)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await findToast(page, 'Signup failed').waitFor()
  const message = 'An account with this email already exists'
  await findToast(page, message).waitFor()
  await page.locator('form').getByText(message).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
})

test('A5.login.1 The login requires a valid email and a password', async () => {
  const page = await app.openPage('/login')
  await logIn(page, 'not-an-email', '')
  await page.getByText('Invalid email address').waitFor()
  await page.getByText('Password is required').waitFor()
})

test('A6.3 A7.6 Log Out ends the session on the server and shows the login screen', async () => {
  const page = await app.openPage('/signup')
  await signUp(page)
  await page.goto('/Settings/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('heading', { name: 'Login to Your Account' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect((await page.request.get('/api/drivers')).status()).toBe(401)
})

test('A8.login.1 A8.login.3 A2.login.2 Only the right password leads to the dashboard', async () => {
  const page = await app.openPage('/signup')
  const email = await signUp(page)
  // A request of the dashboard without the cookie would open the login screen anyway.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/login')
  app.expectComplaint(/401/)
  await logIn(page, email.toUpperCase(), 'wrong password')
  await findToast(page, 'Login failed').waitFor()
  await findToast(page, 'Invalid email or password').waitFor()

  const release = await hold(page, '**/api/login')
  await logIn(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Logging in...' }).waitFor()
  release()
  await findToast(page, 'Login successful').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

const FAILURES = [
  {
    screen: '/login',
    button: 'Login',
    title: 'Login failed',
    fallback: 'Invalid email or password',
  },
  {
    screen: '/signup',
    button: 'Create Account',
    title: 'Signup failed',
    fallback: 'Unable to create account',
  },
]

test.each(FAILURES)(
  'A8.login.1 A8.signup.1 $title: a fallback replaces a missing message',
  async (given) => {
    const page = await app.openPage(given.screen)
    await page.route('**/api/{login,signup}', (route) => route.fulfill({ status: 400, body: '' }))
    await page.getByLabel('Email').fill('user@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    app.expectComplaint(/400/)
    await page.getByRole('button', { name: given.button }).click()
    await findToast(page, given.title).filter({ hasText: given.fallback }).waitFor()
  },
)

test.each(FAILURES)(
  'A8.login.2 A8.signup.2 $title: without a response it asks to try again',
  async (given) => {
    const page = await app.openPage(given.screen)
    await page.route('**/api/{login,signup}', (route) => route.abort())
    await page.getByLabel('Email').fill('user@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    app.expectComplaint(/ERR_FAILED/)
    await page.getByRole('button', { name: given.button }).click()
    await findToast(page, given.title)
      .filter({ hasText: 'An error occurred. Please try again.' })
      .waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('user@example.com')
  },
)

test('B6 B7 After ten wrong passwords the login reports too many attempts', async () => {
  const page = await app.openPage('/signup')
  const email = await signUp(page)
  await page.goto('about:blank')
  await page.context().clearCookies()
  const wrong = { email, password: 'wrong password' }
  for (let n = 0; n < 10; n++) await page.request.post('/api/login', { data: wrong })
  await page.goto('/login')
  app.expectComplaint(/429/)
  await logIn(page, email, PASSWORD)
  await findToast(page, 'Login failed')
    .filter({ hasText: /[Tt]oo many/ })
    .waitFor()
})
