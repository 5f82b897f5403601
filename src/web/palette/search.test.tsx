import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, enter, findField, findText, open, press, user } from '#web/testing/page.tsx'

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })
const findPalette = () => screen.findByRole('dialog', { name: 'Search or jump to…' })
const expectClosed = () => waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]))

/** Opens the palette and types into it. */
async function search(typed: string, open = '{Control>}k{/Control}'): Promise<HTMLElement> {
  await user.keyboard(open)
  await user.type(await screen.findByPlaceholderText(/^Search loads, trucks/), typed)
  return findPalette()
}

test('B40 Cmd+K opens a screen and adds a record, as Ctrl+K does', async () => {
  await enter()
  await open('/')
  await findTitle('Dashboard')
  await search('dri', '{Meta>}k{/Meta}')
  await user.keyboard('{Enter}')
  await findTitle('Drivers')
  await expectClosed()
  await search('history')
  await user.keyboard('{Enter}')
  await findTitle('Settlement History')
  await search('a tr')
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Add New Truck' })
  const number = await findField('Truck #')
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(location.search).toBe('')
})

test('B40 The palette opens a load by its number, and a broker by its MC number', async () => {
  await enter()
  await create('loads', makeSample('loads', 77))
  await create('brokers', makeSample('brokers', 5))
  await open('/')
  await press('Search or jump to…')
  await user.type(await screen.findByPlaceholderText(/^Search loads, trucks/), 'l-77')
  await screen.findByRole('option', { name: 'Load L-77 Dallas, TX -> Atlanta, GA' })
  await user.keyboard('{Enter}')
  await findTitle('Load L-77')
  expect(location.pathname).toMatch(/^\/loads\/\d+$/)
  await search('mc5')
  await user.click(await screen.findByRole('option', { name: /^Broker Landstar/ }))
  await findTitle('Landstar')
  await user.keyboard('e')
  await screen.findByRole('dialog', { name: 'Edit Broker' })
  expect((await findField('MC Number')).value).toBe('MC5')
})

test('B40 One character finds numbers that begin with it; any other search needs two characters', async () => {
  await enter()
  await create('trucks', { ...makeSample('trucks'), truckId: '77' })
  await create('drivers', makeSample('drivers'))
  await open('/')
  await findTitle('Dashboard')
  const palette = await search('7')
  await screen.findByRole('option', { name: /^Truck 77/ })
  await user.keyboard('{Backspace}ł')
  await findText('Type at least 2 characters', palette)
  await open('/drivers?search=u')
  await findText('Type at least 2 characters')
  await user.type(await screen.findByRole('searchbox'), 'k')
  await screen.findByRole('row', { name: /Łukasz/ })
})

test('B40 Enter does nothing if nothing matches', async () => {
  await enter()
  await open('/')
  await findTitle('Dashboard')
  await findText('Nothing matches', await search('zzz'))
  await user.keyboard('{Enter}{Escape}')
  await expectClosed()
  expect(location.pathname).toBe('/')
})

test('B41 In a list N adds, J and K move, E edits, Enter opens, / searches', async () => {
  await enter()
  for (const truckId of ['A', 'B', 'C'])
    await create('trucks', { ...makeSample('trucks'), truckId, vin: truckId })
  await open('/trucks')
  await screen.findByRole('link', { name: 'C' })
  const readFocused = () =>
    document.activeElement && document.activeElement.matches('tr')
      ? within(document.activeElement as HTMLElement).getAllByRole('link')[0]?.textContent
      : document.activeElement?.tagName
  for (const [key, name] of [
    ['j', 'C'],
    ['j', 'B'],
    ['j', 'A'],
    ['j', 'A'],
    ['k', 'B'],
  ] as const) {
    await user.keyboard(key)
    await waitFor(() => expect(readFocused()).toBe(name))
  }
  await user.keyboard('e')
  await screen.findByRole('dialog', { name: 'Edit Truck' })
  expect((await findField('Truck #')).value).toBe('B')
  // In a text box the keys enter text.
  const plate = await findField('License Plate')
  await user.clear(plate)
  await user.type(plate, 'jkne?/')
  expect(plate.value).toBe('jkne?/')
  expect(screen.getAllByRole('dialog').length).toBe(1)
  await user.keyboard('{Escape}')
  await press('Discard')
  await expectClosed()
  await waitFor(() => expect(readFocused()).toBe('B'))
  await user.keyboard('{Enter}')
  await findTitle('Truck B')
  await open('/trucks')
  await screen.findByRole('link', { name: 'C' })

  await user.keyboard('n')
  const number = await findField('Truck #')
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(number.value).toBe('')
  await user.keyboard('{Escape}')
  await expectClosed()
  await user.keyboard('/')
  const box = await screen.findByRole('searchbox')
  await waitFor(() => expect(document.activeElement).toBe(box))
  await user.keyboard('n')
  expect(screen.queryAllByRole('dialog')).toEqual([])
})

test('B41 ? lists every shortcut', async () => {
  await enter()
  await open('/')
  await findTitle('Dashboard')
  await user.keyboard('?')
  await findText('Next row', await screen.findByRole('dialog', { name: 'Keyboard Shortcuts' }))
  await user.keyboard('{Escape}')
  await expectClosed()
})
