/** The sections of the settings. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import {
  answer,
  becomeMember,
  call,
  enter,
  fill,
  findField,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const findWorkWeek = () => screen.findByLabelText<HTMLSelectElement>(/^Work Week/)

async function logOut(): Promise<void> {
  const [button] = await screen.findAllByRole('button', { name: 'Log Out' })
  if (button) await user.click(button)
}

test('A2.settings.1 A6.3 B36 Settings has a company card and an account card', async () => {
  await enter()
  await open('/settings')
  await screen.findByRole('heading', { name: 'Company Information' })
  await screen.findByRole('heading', { name: 'Account' })
  await screen.findAllByRole('button', { name: 'Log Out' })
  expect((await findWorkWeek()).selectedOptions[0]?.textContent).toBe('Sunday')
})

test('A8.settings.1 A7.8 B36 The first save creates settings, the next one updates them', async () => {
  await enter()
  await open('/settings')
  await fill({ 'Company Name': 'Blue Ridge Carriers' })
  await user.selectOptions(await findWorkWeek(), 'Monday')
  await press('Save Settings')
  await findToast('Settings saved successfully')
  await open('/settings')
  expect((await findField('Company Name')).value).toBe('Blue Ridge Carriers')
  expect((await findWorkWeek()).selectedOptions[0]?.textContent).toBe('Monday')
  await fill({ 'Company Name': 'Blue Ridge' })
  await press('Save Settings')
  await findToast('Settings updated successfully')
  const saved = { companyName: 'Blue Ridge', workWeekStartDay: 1, version: 2 }
  expect(await call('GET', '/api/settings')).toMatchObject(saved)
})

test('A8.settings.2 A failed save keeps what was typed', async () => {
  await enter()
  await open('/settings')
  await fill({ 'Company Name': 'Blue Ridge Carriers' })
  const restore = answer('POST', /^\/api\/settings/, 0)
  await press('Save Settings')
  await findToast('Failed to save settings')
  expect((await findField('Company Name')).value).toBe('Blue Ridge Carriers')

  restore()
  await press('Save Settings')
  await findToast('Settings saved successfully')
  await fill({ 'Company Name': 'Blue Ridge' })
  answer('PUT', /^\/api\/settings/, 400, { message: 'Not today' })
  await press('Save Settings')
  await findText('Not today', await findToast('Failed to update settings'))
  expect((await findField('Company Name')).value).toBe('Blue Ridge')
})

test.each([
  ['without a response', 0, ''],
  ['that is rejected', 403, { message: 'No' }],
])('A8.logout.1 A logout %s is reported and keeps the session', async (_, status, body) => {
  await enter()
  await open('/settings')
  answer('POST', /^\/api\/logout$/, status, body)
  await logOut()
  await findToast('Logout failed')
  expect(location.pathname).toBe('/settings')
  await call('GET', '/api/auth/user')
})

test('C31 Settings shows what an account with a quota uses, and nothing without one', async () => {
  await enter()
  await open('/settings/data')
  await screen.findByRole('heading', { name: 'Your Data' })
  expect(screen.queryByRole('heading', { name: 'Storage' })).toBe(null)
  const body = { usedBytes: 93_460_001, quotaBytes: 100_000_000, countedAt: '2026-11-22T08:00:00Z' }
  answer('GET', /^\/api\/account\/storage/, 200, body)
  await open('/settings/data')
  const card = await screen.findByRole('region', { name: 'Storage' })
  await findText('93.5 MB of 100 MB used', card)
  expect(within(card).getByRole('progressbar').getAttribute('value')).toBe('93460001')
  await findText(/Nearly full\. Delete records/, card)
})

test('S16 A file that is not an image is rejected at its field', async () => {
  await enter()
  await open('/settings')
  await screen.findByLabelText('Logo')
  await chooseFiles('Logo', makeFile('logo.png', '<html>'))
  await findText('A logo must be a PNG or JPEG image')
})

test('C468 C82 Each section of the settings has an address, and a role sees those that it can use', async () => {
  const readTabs = async () => {
    const tabs = await screen.findByRole('navigation', { name: 'Tabs' })
    return within(tabs).getAllByRole('link')
  }
  await enter()
  await open('/settings/email')
  await screen.findByRole('heading', { level: 1, name: 'Email Settings' })
  expect((await readTabs()).map((tab) => tab.getAttribute('href'))).toEqual([
    '/settings',
    ...['deductions', 'billing', 'documents', 'email', 'team', 'security', 'data'].map(
      (section) => `/settings/${section}`,
    ),
  ])
  await becomeMember('viewer')
  await open('/settings')
  await screen.findByRole('heading', { name: 'Account' })
  expect((await readTabs()).map(({ textContent }) => textContent)).toEqual(['Company', 'Security'])
})
