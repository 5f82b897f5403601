/** Unsaved changes survive a lost session or response, and leaving them asks first. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  call,
  enter,
  fill,
  findField,
  findText,
  findToast,
  loseAnswer,
  open,
  press,
  user,
  waitForAnswers,
} from '#web/testing/page.tsx'

async function addDispatcher(): Promise<void> {
  await enter()
  await open('/dispatchers?add')
  await fill({ Name: 'Zoë', Phone: '555', Email: 'zoe@example.com' })
}

test('B42 "Not Now" keeps the form, and the next save asks again', async () => {
  await addDispatcher()
  await call('POST', '/api/logout')
  for (let n = 0; n < 2; n++) {
    await press('Save')
    const again = await screen.findByRole('dialog', { name: 'Log In Again' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(again.isConnected).toBe(false))
    expect((await findField('Name')).value).toBe('Zoë')
  }
})

test('B42 An expired session without unsaved changes leads to the login', async () => {
  await enter()
  await open('/settings')
  await findText('Log Out')
  await waitForAnswers()
  await call('POST', '/api/logout')
  // A request of the screen itself can be the first that learns of it.
  const link = screen.queryByRole('link', { name: 'Drivers' })
  if (link) await user.click(link)
  await screen.findByRole('heading', { name: 'Login to Your Account' })
})

test('B42 Leaving changed settings by the palette or Log Out asks first', async () => {
  await enter()
  await open('/settings')
  await fill({ 'Company Name': 'Prairie Freight' })
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Search or jump to…' })
  await user.keyboard('drivers')
  await screen.findAllByRole('option', { name: /Drivers/ })
  await user.keyboard('{Enter}')
  await findText('Your unsaved changes to the settings will be lost.')
  await press('Keep editing')
  expect((await findField('Company Name')).value).toBe('Prairie Freight')
  const logOuts = await screen.findAllByRole('button', { name: 'Log Out' })
  const last = logOuts.at(-1)
  if (last) await user.click(last)
  await press('Discard')
  await screen.findByRole('heading', { name: 'Login to Your Account' })
})

test('B23 A changed form is not saved again after a lost response', async () => {
  await addDispatcher()
  const restore = loseAnswer('POST', /^\/api\/dispatchers$/)
  await press('Save')
  await findToast('Failed to add dispatcher')
  restore()
  await fill({ Name: 'Zoë Ångström' })
  await press('Save')
  await findText('Your earlier attempt was saved.')
  expect(await call('GET', '/api/dispatchers')).toHaveLength(1)
})
