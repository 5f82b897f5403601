/** Sessions of other devices, and two-step login that an account requires (SPEC S06, C77). */
import { screen, waitFor } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import {
  becomeMember,
  call,
  enter,
  fill,
  findText,
  findToast,
  open,
  PASSWORD,
  press,
} from '#web/testing/page.tsx'

/** What the authenticator app shows for the key. */
function showCode(key: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
}

test('S06 Settings can sign out another device', async () => {
  const email = await enter()
  // Without this browser's cookie: as another device.
  const login = await fetch('/api/login', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(login.status).toBe(200)
  await open('/settings/security')
  await press(/^End session on/)
  await findToast('Session ended successfully')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^End session on/ })).toBe(null))
  expect(await call('GET', '/api/auth/sessions')).toHaveLength(1)
})

test('C77 A member of an account that requires two-step login sets it up before anything else', async () => {
  await enter()
  const { secret } = await call<{ secret: string }>('POST', '/api/auth/two-step/setup', {})
  await call('POST', '/api/auth/two-step/on', { code: showCode(secret), password: PASSWORD })
  await call('PUT', '/api/team/settings', { requireTwoStep: true })
  await becomeMember('accounting')
  await open('/loads')
  await screen.findByRole('heading', { level: 1, name: 'Set Up Two-Step Login' })
  const key = await screen.findByText(/^([A-Z2-7]{4} ?){8}$/)
  await fill({ Code: showCode(key.textContent), Password: PASSWORD })
  await press('Turn On')
  await findText('I Saved These Codes')
  await press('I Saved These Codes')
  await screen.findByRole('heading', { level: 1, name: 'Loads' })
})
