/** Ways back in, and new passwords (SPEC C493–C496). */
import { screen, waitFor, within } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  answer,
  becomeMember,
  becomePerson,
  call,
  create,
  enter,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  hold,
  listSent,
  newEmail,
  open,
  PASSWORD,
  press,
  readSent,
  signOut,
  user,
} from '#web/testing/page.tsx'

const NEW_PASSWORD = 'quite another horse'
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('C493 C556 An Admin makes a link; the member chooses a new password and logs in with it', async () => {
  const admin = await enter()
  const member = await becomeMember('dispatcher')
  await becomePerson(admin)
  await open('/settings/team')
  await press('More actions for Sam Doe')
  await user.click(await screen.findByRole('menuitem', { name: 'Reset Password' }))
  await press('Make Link')
  const dialog = await screen.findByRole('dialog', { name: 'Link for Sam Doe' })
  const link = within(dialog).getByLabelText<HTMLInputElement>('Link').value
  await findText('Send it to Sam Doe.', dialog)

  await signOut()
  await open(link.slice(location.origin.length))
  await findHeading('Choose a New Password')
  await findText(member)
  await fill({ 'New Password': NEW_PASSWORD })
  await press('Save Password')
  await findHeading('Login to Your Account')
  await findText('Your password is changed. Log in with the new one.')
  await fill({ Email: member, Password: NEW_PASSWORD })
  await press('Login')
  await findHeading('Dashboard')

  await signOut()
  await open(link.slice(location.origin.length))
  await findText('This link is no longer valid. Ask for a new one.')
  await findHeading('Login to Your Account')
})

test('C556 A person who is logged in goes from an invalid link to the app, with a message', async () => {
  await enter()
  await open('/reset-password#unknown')
  await findToast('This link is no longer valid. Ask for a new one.')
})

test('C493 A refused password stays typed, and a lost connection can be tried again', async () => {
  const admin = await enter()
  await becomeMember('dispatcher')
  await becomePerson(admin)
  const team = await call<{ members: { id: number; name: string }[] }>('GET', '/api/team')
  const id = team.members.find(({ name }) => name === 'Sam Doe')?.id
  const { link } = await call<{ link: string }>('POST', `/api/team/members/${id}/reset-link`)
  await signOut()
  const back = answer('GET', /^\/api\/password-reset$/, 0)
  await open(link)
  await findText("Couldn't load this:")
  back()
  await press('Retry')
  await fill({ 'New Password': 'password1' })
  await press('Save Password')
  await findText('Too easy to guess.')
  expect((await findField('New Password')).value).toBe('password1')
  expect(listSent('POST').filter(({ path }) => path === '/api/password-reset')).toEqual([])
})

test('C494 Without a mail server the login says who can help', async () => {
  await signOut()
  await open('/login')
  const forgot = await screen.findByRole('link', { name: 'Forgot your password?' })
  await open(forgot.getAttribute('href') ?? '')
  await findHeading('Forgot Your Password?')
  await findText('Ask an Admin of your company.')
  await findText('npm run reset-password')
  expect(screen.queryByLabelText('Email')).toBe(null)
})

test('C494 With a mail server the login sends a link, and does not say whether the email has a login', async () => {
  await signOut()
  answer('GET', /^\/api\/forgot-password$/, 200, { mail: true })
  await open('/forgot-password')
  await fill({ Email: 'nobody' })
  await press('Send Link')
  await findText('Invalid email address')
  const release = hold('POST', /^\/api\/forgot-password$/)
  const email = newEmail()
  await fill({ Email: email })
  await press('Send Link')
  await findButton('Sending...')
  release()
  await findText(`If ${email} has a login, a link is on its way.`)
  expect(readSent('POST')).toEqual({ email, language: 'en' })
  expect(screen.queryByLabelText('Email')).toBe(null)
})

test('C494 A request that the server refuses keeps the email', async () => {
  await signOut()
  answer('GET', /^\/api\/forgot-password$/, 200, { mail: true })
  answer('POST', /^\/api\/forgot-password$/, 429, { message: 'Too many requests.' })
  await open('/forgot-password')
  await fill({ Email: 'ann@example.com' })
  await press('Send Link')
  await findText('Too many requests.', await findToast("Couldn't send the link"))
  expect((await findField('Email')).value).toBe('ann@example.com')
})

test('C496 The sign-up says while a password is typed why it is weak, and does not send it', async () => {
  await signOut()
  await open('/signup')
  const email = newEmail()
  await fill({ 'First Name': 'Olga', 'Last Name': 'Owens', Email: email, Password: 'olga.owens' })
  await findText('It contains your name.')
  await press('Create Account')
  await waitFor(async () => expect(document.activeElement).toBe(await findField('Password')))
  expect(listSent('POST').map(({ path }) => path)).not.toContain('/api/signup')
  expect(screen.queryByText('Signup failed')).toBe(null)
  await fill({ Password: 'qV7#mZ2x' })
  await findText('Hard to guess')
  expect(screen.queryByText(/It contains/)).toBe(null)
  await press('Create Account')
  await findToast('Account created successfully')
})

test('C496 A sign-up goes on if the password can’t be judged now', async () => {
  await signOut()
  answer('POST', /^\/api\/password-check$/, 503)
  await open('/signup')
  await fill({ Email: newEmail(), Password: PASSWORD })
  await press('Create Account')
  await findToast('Account created successfully')
})

test('C496 The password dialog says while a password is typed why it is weak, and does not send it', async () => {
  const email = await enter()
  await open('/settings/security')
  await press('Change Password')
  await fill({ 'Current Password': PASSWORD, 'New Password': 'password1' })
  await findText('Too easy to guess')
  await press('Save', await screen.findByRole('dialog'))
  await waitFor(async () => expect(document.activeElement).toBe(await findField('New Password')))
  expect(listSent('PUT').map(({ path }) => path)).not.toContain('/api/auth/password')
  await fill({ 'New Password': email })
  await findText(/It contains your email/)
  await fill({ 'New Password': NEW_PASSWORD })
  await findText('Hard to guess')
  await press('Save', await screen.findByRole('dialog'))
  await findToast('Password changed successfully')
})

test('C496 The portal says while a password is typed why it is weak, and does not send it', async () => {
  await enter()
  const { id } = await create('owners', makeSample('owners', 1))
  await becomeMember('owner', { ownerId: id })
  await open('/portal/account')
  await fill({ 'Current password': PASSWORD, 'New password': 'password1' })
  await findText('Too easy to guess')
  const button = (await findField('New password')).form?.querySelector('button[type=submit]')
  if (button) await user.click(button)
  await waitFor(() => expect(listSent('POST').at(-1)?.path).toBe('/api/password-check'))
  expect(listSent('PUT')).toEqual([])
  await fill({ 'New password': NEW_PASSWORD })
  await findText('Hard to guess')
  if (button) await user.click(button)
  await findText('Password changed')
  expect((await findField('New password')).value).toBe('')
})

test('C495 With two-step login on, the password dialog asks for a code', async () => {
  await enter()
  const { secret } = await call<{ secret: string }>('POST', '/api/auth/two-step/setup', {})
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) })
  const on = { code, password: PASSWORD }
  const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(
    'POST',
    '/api/auth/two-step/on',
    on,
  )
  await open('/settings/security')
  await press('Change Password')
  await press('Use a recovery code')
  await fill({ 'Current Password': PASSWORD, 'New Password': NEW_PASSWORD })
  await press('Save', await screen.findByRole('dialog'))
  await findText('Enter the code of your authenticator app')
  await fill({ 'Recovery Code': recoveryCodes[0] ?? '' })
  await press('Save', await screen.findByRole('dialog'))
  await findToast('Password changed successfully')
})
