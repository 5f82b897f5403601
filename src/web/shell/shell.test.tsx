import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter, findText, open, user } from '#web/testing/page.tsx'

const SCREENS = [
  ['Dashboard', '/', 'Dashboard'],
  ['Drivers', '/drivers', 'Drivers'],
  ['Owners', '/owners', 'Truck Owners'],
  ['Trucks', '/trucks', 'Trucks'],
  ['Brokers', '/brokers', 'Brokers'],
  ['Broker Checks', '/broker-checks', 'Broker Checks'],
  ['Dispatchers', '/dispatchers', 'Dispatchers'],
  ['Loads', '/loads', 'Loads'],
  ['Documents Inbox', '/documents', 'Documents Inbox'],
  ['Settlements', '/settlements', 'Settlements'],
  ['Settlement Run', '/settlements/run', 'Settlement Run'],
  ['Statements', '/settlements/statements', 'Statements'],
  ['Year-End (1099)', '/settlements/year', 'Year-End (1099)'],
  ['Invoices', '/invoices', 'Invoices'],
  ['Money Received', '/receipts', 'Money Received'],
  ['Receivables', '/receivables', 'Receivables'],
  ['Factoring', '/factoring', 'Factoring'],
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
  expect(links.map(({ textContent }) => textContent)).toEqual(SCREENS.map(([link]) => link))
  for (const text of ['Fleet Management', 'Entity Management', 'Operations']) await findText(text)

  for (const [index, [link, path, title]] of SCREENS.entries()) {
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
  for (const path of ['/login', '/signup']) {
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
  const sidebar = () => document.querySelector('aside')?.outerHTML
  const before = sidebar()
  await user.keyboard('{Meta>}b{/Meta}')
  await waitFor(() => expect(sidebar()).not.toBe(before))
  await user.keyboard(TOGGLE)
  await waitFor(() => expect(sidebar()).toBe(before))
})
