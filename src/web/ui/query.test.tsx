/** What a screen shows of its queries: `Query`. */
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findText, press } from '#web/testing/page.tsx'
import { Query } from './query.tsx'

const refetch = vi.fn(() => Promise.resolve())
const loading = {
  data: undefined as string | undefined,
  error: null as Error | null,
  refetch,
}
const failed = { ...loading, error: new Error('No disk') }
const loaded = { ...loading, data: 'Kenworth' }
const shown = () => document.body.textContent

test('A query shows its placeholder, then its data', async () => {
  const one = (query: typeof loading) => (
    <Query of={query} skeleton={<p>Loading</p>}>
      {(name) => name.toUpperCase()}
    </Query>
  )
  const { rerender } = render(one(loading))
  expect(shown()).toBe('Loading')
  rerender(one(loaded))
  expect(shown()).toBe('KENWORTH')
})

test('A list without entries says so, and a height is enough for the placeholder', () => {
  const list = (data: string[] | undefined) => (
    <Query of={{ ...loading, data }} skeleton="h-40" empty="None yet">
      {(names) => names.join(', ')}
    </Query>
  )
  const { container, rerender } = render(list(undefined))
  expect(container.querySelector('.h-40')).not.toBeNull()
  rerender(list([]))
  expect(shown()).toBe('None yet')
  rerender(list(['Kenworth', 'Volvo']))
  expect(shown()).toBe('Kenworth, Volvo')
})

test('B7 An error is shown with Retry, above the data of an earlier answer', async () => {
  refetch.mockClear()
  render(<Query of={{ ...failed, data: 'Kenworth' }}>{(name) => name}</Query>)
  await findText("Couldn't load this: No disk")
  await findText('Kenworth')
  await press('Retry')
  expect(refetch).toHaveBeenCalledOnce()
})

test('Several queries are shown together, and only the failed ones are retried', async () => {
  const both = (queries: readonly [typeof loading, typeof loading]) => (
    <Query of={queries} skeleton={<p>Loading</p>}>
      {([make, model]) => `${make} ${model}`}
    </Query>
  )
  refetch.mockClear()
  const { rerender } = render(both([loaded, loading]))
  expect(shown()).toBe('Loading')
  rerender(both([loaded, failed]))
  await press('Retry')
  expect(refetch).toHaveBeenCalledOnce()
  rerender(both([loaded, loaded]))
  expect(shown()).toBe('Kenworth Kenworth')
})
