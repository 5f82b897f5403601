/** Toasts, tooltips, questions, requests of the screens, and failed ones. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { follow } from '#web/testing/loads.ts'
import {
  answer,
  create,
  enter,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  listSent,
  open,
  press,
  user,
  waitForAnswers,
} from '#web/testing/page.tsx'
import { createDraft, openSaved } from '#web/testing/settlements.ts'

const OPEN = 'li[data-state=open]'

test('A9.toasts.1 A new toast replaces the current one', async () => {
  await enter()
  await create('dispatchers', makeSample('dispatchers'))
  await open('/settlements')
  await press('Load Settlement Data')
  await findToast('Please select truck and settlement date')
  const [link] = await screen.findAllByRole('link', { name: 'Dispatchers' })
  if (link) await user.click(link)
  await press(/^Delete/)
  await press('Delete', await screen.findByRole('alertdialog'))
  await findToast('Dispatcher deleted successfully')
  expect(document.querySelectorAll(OPEN).length).toBe(1)
})

test('A9.toasts.1 A toast disappears after five seconds', async () => {
  await enter()
  await open('/settlements')
  const load = await findButton('Load Settlement Data')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  fireEvent.click(load)
  await advance(4900)
  expect(document.querySelectorAll(OPEN).length).toBe(1)
  await advance(200)
  expect(document.querySelectorAll(OPEN).length).toBe(0)
})

test('A9.tooltips.1 A tooltip outside the sidebar appears after 700 ms', async () => {
  await enter()
  await create('dispatchers', makeSample('dispatchers'))
  await open('/dispatchers')
  const edit = await findButton(/^Edit/)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  fireEvent.pointerMove(edit)
  await advance(650)
  expect(screen.queryAllByRole('tooltip')).toEqual([])
  await advance(100)
  expect(screen.queryAllByRole('tooltip').length).toBe(1)
})

async function advance(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

test('A7.1 Calls have a content type only with a body', async () => {
  await enter()
  await create('dispatchers', makeSample('dispatchers'))
  await open('/dispatchers')
  await press(/^Edit/)
  await fill({ Name: 'Ann' })
  await press('Save')
  await findToast('Dispatcher updated successfully')
  await press(/^Delete/)
  await press('Delete', await screen.findByRole('alertdialog'))
  await findToast('Dispatcher deleted successfully')
  for (const { method, headers } of listSent())
    expect(headers.get('content-type')).toBe(method === 'PUT' ? 'application/json' : null)
  expect(new Set(listSent().map(({ method }) => method))).toEqual(new Set(['GET', 'PUT', 'DELETE']))
})

test('B7 A failed request shows its error and can be retried', async () => {
  await enter()
  const restore = answer('GET', /^\/api\/drivers\?/, 0)
  await open('/drivers')
  await findText("Can't reach the server")
  restore()
  await press('Retry')
  await findText('No data available')
})

test('B7 Each card of a settlement that failed to load has its own Retry', async () => {
  await enter()
  const { truckId } = await createDraft()
  const cards = /^\/api\/(settlements\/(waiting|drift)|billing\/\d+\/(expenses|balances))/
  const restore = answer('GET', cards, 0)
  await openSaved(truckId)
  const readRetries = () => screen.queryAllByRole('button', { name: 'Retry' })
  await waitFor(() => expect(readRetries().length).toBe(4))
  restore()
  for (let left = 4; left > 0; left--) {
    const [first] = readRetries()
    if (first) await user.click(first)
    await waitFor(() => expect(readRetries().length).toBe(left - 1))
  }
})

test('B41 Escape closes a dialog while a toast is open', async () => {
  await enter()
  answer('POST', /^\/api\/dispatchers/, 400)
  await open('/dispatchers?add')
  await fill({ Name: 'Zoë', Phone: '555', Email: 'zoe@example.com' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Failed to add dispatcher')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog')
  await waitFor(() => expect(question.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toEqual([]))
  await screen.findByRole('dialog', { name: 'Add New Dispatcher' })
})

test('B42 C62 The question before a form is discarded offers "Keep editing"', async () => {
  await enter()
  await open('/dispatchers?add')
  await fill({ Name: 'Zoë' })
  await press('Cancel')
  const question = await screen.findByRole('alertdialog')
  const buttons = within(question).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Keep editing', 'Discard'])
  await press('Keep editing')
  expect((await findField('Name')).value).toBe('Zoë')
})

test('A7.3 A7.4 Time, focus, navigation and failures do not trigger a refetch', async () => {
  await enter()
  answer('GET', /^\/api\/dashboard\?/, 400, { message: 'Unavailable' })
  await open('/')
  await findButton('Retry')
  await follow('Drivers')
  await findText('No data available')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'Date'] })
  await advance(24 * 60 * 60 * 1000)
  vi.useRealTimers()
  for (const name of ['blur', 'focus', 'online']) window.dispatchEvent(new Event(name))
  document.dispatchEvent(new Event('visibilitychange'))
  await follow('Owners')
  await screen.findByRole('heading', { level: 1, name: 'Truck Owners' })
  await findText('No data available')
  await follow('Drivers')
  await screen.findByRole('heading', { level: 1, name: 'Drivers' })
  await waitForAnswers()
  const paths = listSent('GET').map(({ path }) => path.split('?')[0])
  const times = (name: string) => paths.filter((path) => path === `/api/${name}`).length
  expect(['auth/user', 'dashboard', 'drivers', 'owners'].map(times)).toEqual([1, 1, 1, 1])
})
