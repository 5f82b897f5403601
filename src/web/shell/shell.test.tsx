import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, enter, fill, findText, open, press, user } from '#web/testing/page.tsx'

const PLACES = [
  ['Dashboard', '/', 'Dashboard'],
  ['Drivers', '/drivers', 'Drivers'],
  ['Owners', '/owners', 'Truck Owners'],
  ['Trucks', '/trucks', 'Trucks'],
  ['Brokers', '/brokers', 'Brokers'],
  ['Dispatchers', '/dispatchers', 'Dispatchers'],
  ['Loads', '/loads', 'Loads'],
  ['Settlements', '/settlements', 'Settlements'],
  ['Invoices', '/invoices', 'Invoices'],
  ['Fuel & Tolls', '/fuel-and-tolls', 'Fuel & Tolls'],
  ['Books', '/books', 'Books'],
  ['Help', '/help', 'The First Hour'],
  ['Settings', '/settings', 'Settings'],
] as const

const TOGGLE = '{Control>}b{/Control}'

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

test('A2.access.3 A2.shell.3 A2.shell.4 Navigation highlights only the current screen', async () => {
  await enter()
  await open('/')
  await findTitle('Dashboard')
  // At this width the sidebar is collapsed.
  await user.keyboard(TOGGLE)
  await findText('Fleet Management')
  const main = await screen.findByRole('navigation', { name: 'Main' })
  const links = within(main).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(PLACES.map(([link]) => link))
  for (const text of ['Fleet Management', 'Entity Management', 'Operations']) await findText(text)

  for (const [index, [link, path, title]] of PLACES.entries()) {
    if (links[index]) await user.click(links[index])
    await findTitle(title)
    expect(location.pathname).toBe(path)
    const current = [...main.querySelectorAll('[aria-current=page]')]
    expect(current.map(({ textContent }) => textContent)).toEqual([link])
  }
  await user.keyboard(TOGGLE)
})

test('A2.access.3 A2.access.4 A2.access.5 A2.shell.4 Paths ignore case and a trailing slash; the login leads to the dashboard', async () => {
  await enter()
  for (const [path, title] of [
    ['/DRIVERS', 'Drivers'],
    ['/Loads/', 'Loads'],
    ['/settlements/', 'Settlements'],
  ] as const) {
    await open(path)
    await findTitle(title)
  }
  for (const path of ['/login', '/signup', '/forgot-password']) {
    await open(path)
    await findTitle('Dashboard')
    expect(location.pathname).toBe('/')
  }
  await open('/drivers/7/miles')
  await findTitle('404 Page Not Found')
  await findText('Did you forget to add the page to the router?')
  await user.click(await screen.findByRole('link', { name: 'Go to the dashboard' }))
  await findTitle('Dashboard')
})

test('A2.shell.5 Cmd+B toggles the sidebar, as Ctrl+B does', async () => {
  await enter()
  await open('/')
  await findTitle('Dashboard')
  const sidebar = () => document.querySelector('aside')?.className
  const before = sidebar()
  await user.keyboard('{Meta>}b{/Meta}')
  await waitFor(() => expect(sidebar()).not.toBe(before))
  await user.keyboard(TOGGLE)
  await waitFor(() => expect(sidebar()).toBe(before))
})

test('C465 A place leads to its screens by tabs; a page of a record marks its place and links back', async () => {
  await enter()
  await open('/settlements')
  await findTitle('Settlements')
  const tabs = await screen.findByRole('navigation', { name: 'Tabs' })
  await user.click(within(tabs).getByRole('link', { name: 'Statements' }))
  await findTitle('Statements')
  const marked = () =>
    [...document.querySelectorAll('[aria-label=Main] [aria-current]')].map((link) => [
      link.textContent,
      link.getAttribute('aria-current'),
    ])
  await user.keyboard(TOGGLE)
  await waitFor(() => expect(marked()).toEqual([['Settlements', 'true']]))
  const { id } = await create('owners', makeSample('owners'))
  await open(`/owners/${id}`)
  await user.click(await screen.findByRole('link', { name: '‹ Owners' }))
  await findTitle('Truck Owners')
  await user.keyboard(TOGGLE)
})

test('C465 A2.settings.1 The menu of the person changes the theme and logs out, and asks before changes are lost', async () => {
  await enter()
  await open('/settings')
  await fill({ 'Company Name': 'Prairie Freight' })
  // The name has the initials of the collapsed sidebar, which a person says to a voice control.
  await press(/^Pat Doe, .+, PD$/)
  await user.click(await screen.findByRole('menuitem', { name: 'Dark Theme' }))
  await screen.findByRole('button', { name: 'Switch to light mode' })
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  await press('Switch to light mode')
  await press(/^Pat Doe, /)
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
  await findText('Your unsaved changes to the settings will be lost.')
  await press('Discard')
  await screen.findByRole('heading', { name: 'Login to Your Account' })
})
