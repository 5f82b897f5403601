import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, enter, open, press, user } from '#web/testing/page.tsx'

test('B60 C62 A filter’s editor gets the focus', async () => {
  await enter()
  await create('loads', makeSample('loads', 1))
  const from = () => screen.getByLabelText('From')
  const expectFocus = (find: () => HTMLElement) =>
    waitFor(() => expect(document.activeElement).toBe(find()))
  await open('/loads')
  for (const [label, find] of [
    ['Revenue', from],
    ['Payment Status', () => screen.getByRole('checkbox', { name: 'Unpaid' })],
    ['Truck', () => screen.getByPlaceholderText('Type to search')],
  ] as const) {
    await press('Filter')
    const fields = await screen.findByRole('list', { name: 'Filter by' })
    await user.click(within(fields).getByText(label))
    await expectFocus(find)
    await user.keyboard('{Escape}')
  }
  await open('/loads?revenue.from=1.00')
  await press(/^Revenue:/)
  await expectFocus(from)
})
