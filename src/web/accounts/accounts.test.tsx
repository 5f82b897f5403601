/** The login and the sign-up: fields, messages, and what a failure keeps. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answer,
  call,
  enter,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  hold,
  newEmail,
  open,
  PASSWORD,
  press,
  signOut,
  user,
} from '#web/testing/page.tsx'

function findHeading(name: string): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, name })
}

async function openSignedOut(path: string): Promise<void> {
  await signOut()
  await open(path)
}

/** Signs up, and signs out again. Returns the email. */
async function leave(): Promise<string> {
  const email = await enter()
  await signOut()
  return email
}

async function logIn(email: string, password: string): Promise<void> {
  await fill({ Email: email, Password: password })
  await press('Login')
}

test('A2.access.1 A6.1 Signed out, every path except /signup shows the login screen', async () => {
  await signOut()
  for (const path of ['/loads', '/', '/settings', '/nothing/here']) {
    await open(path)
    await findHeading('Login to Your Account')
    expect(screen.queryAllByRole('navigation')).toEqual([])
  }
  await open('/signup')
  await findHeading('Create Your Account')
})

test('A5.signup.1 A9.limits.1 Errors appear at their fields and typed text stays', async () => {
  await openSignedOut('/signup')
  await fill({ Email: 'not an email', Password: 'seven77' })
  await press('Create Account')
  await findText('Invalid email address')
  await findText('Password must be at least 8 characters')
  const email = await findField('Email')
  expect(email.value).toBe('not an email')
  await waitFor(() => expect(document.activeElement).toBe(email))
})

test('A5.signup.1 A2.signup.2 A8.signup.3 First and last name are optional', async () => {
  await openSignedOut('/signup')
  const release = hold('POST', /^\/api\/signup$/)
  await fill({ Email: newEmail(), Password: PASSWORD })
  await press('Create Account')
  await findButton('Creating Account...')
  release()
  await findToast('Account created successfully')
  await findHeading('Dashboard')
  expect(location.pathname).toBe('/')
})

test('A8.signup.1 The toast and the field report an email already in use', async () => {
  const email = await leave()
  await open('/signup')
  await fill({ Email: email, Password: PASSWORD })
  await press('Create Account')
  const message = 'An account with this email already exists'
  await findText(message, await findToast('Signup failed'))
  const field = await findField('Email')
  expect(field.value).toBe(email)
  await waitFor(() => expect(field.closest('form')?.textContent).toContain(message))
})

test('A5.login.1 The login requires a valid email and a password', async () => {
  await openSignedOut('/login')
  await logIn('not-an-email', '')
  await findText('Invalid email address')
  await findText('Password is required')
})

test('A8.login.1 A8.login.3 A2.login.2 Only the right password leads to the dashboard', async () => {
  const email = await leave()
  await open('/login')
  await logIn(email.toUpperCase(), 'wrong password')
  await findText('Invalid email or password', await findToast('Login failed'))
  const release = hold('POST', /^\/api\/login$/)
  await logIn(email, PASSWORD)
  await findButton('Logging in...')
  release()
  await findToast('Login successful')
  await findHeading('Dashboard')
  expect(location.pathname).toBe('/')
})

const FAILURES = [
  ['/login', 'Login', 'Login failed', 'Invalid email or password'],
  ['/signup', 'Create Account', 'Signup failed', 'Unable to create account'],
] as const

test.each(FAILURES)(
  'A8.login.1 A8.signup.1 On %s a fallback replaces a missing message',
  async (path, button, title, fallback) => {
    await openSignedOut(path)
    answer('POST', /^\/api\/(?:login|signup)$/, 400)
    await fill({ Email: 'user@example.com', Password: PASSWORD })
    await press(button)
    await findText(fallback, await findToast(title))
  },
)

test.each(FAILURES)(
  'A8.login.2 A8.signup.2 On %s a missing response asks to try again',
  async (path, button, title) => {
    await openSignedOut(path)
    answer('POST', /^\/api\/(?:login|signup)$/, 0)
    await fill({ Email: 'user@example.com', Password: PASSWORD })
    await press(button)
    await findText('An error occurred. Please try again.', await findToast(title))
    expect((await findField('Email')).value).toBe('user@example.com')
  },
)

test('B6 B7 After ten wrong passwords the login reports too many attempts', async () => {
  const email = await leave()
  const wrong = { email, password: 'wrong password' }
  for (let n = 0; n < 10; n++) await call('POST', '/api/login', wrong).catch(() => undefined)
  await open('/login')
  await logIn(email, PASSWORD)
  await findText(/[Tt]oo many/, await findToast('Login failed'))
})

test('A6.3 A7.6 Log Out ends the session on the server and shows the login screen', async () => {
  await enter()
  await open('/Settings/')
  const [logOut] = await screen.findAllByRole('button', { name: 'Log Out' })
  if (logOut) await user.click(logOut)
  await findHeading('Login to Your Account')
  expect(location.pathname).toBe('/login')
  await expect(call('GET', '/api/drivers')).rejects.toThrow('401')
})
