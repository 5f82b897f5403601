/** Steps for a list of four loads. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, enter, press, user } from './page.tsx'

const LOADS = [
  { paymentStatus: 'unpaid', bolStatus: 'received', revenue: '900.00', pickupDate: '2026-11-02' },
  { paymentStatus: 'pending', bolStatus: 'pending', revenue: '1500.00', pickupDate: '2026-11-09' },
  {
    paymentStatus: 'paid',
    bolStatus: 'received',
    revenue: '2400.00',
    deliveryStatus: 'in-transit',
  },
  { paymentStatus: 'paid', bolStatus: 'not-received', revenue: '100.00' },
]

/** Signs up a new account with the loads L-1 to L-4. */
export async function enterWithLoads(): Promise<void> {
  await enter()
  for (const [index, load] of LOADS.entries()) {
    await create('loads', { ...makeSample('loads', index + 1), ...load })
  }
}

/** Clicks a checkbox by its full name, once it is there. */
export async function check(name: string): Promise<void> {
  await user.click(await screen.findByRole('checkbox', { name }))
}

/** Clicks the first link with this text, once it is there. */
export async function follow(name: string | RegExp): Promise<void> {
  const [link] = await screen.findAllByRole('link', { name })
  if (link) await user.click(link)
}

/** Waits until the list shows these load numbers. */
export async function expectLoads(numbers: string[]): Promise<void> {
  await waitFor(() => expect(readColumn(2)).toEqual(numbers))
}

/** The first lines of the cells of a column. */
export function readColumn(column: number): string[] {
  return [...document.querySelectorAll(`tbody tr td:nth-child(${column})`)].map((cell) => {
    const first = cell.cloneNode(true) as HTMLElement
    first.querySelector('[data-second]')?.remove()
    return first.textContent
  })
}

export async function addFilter(label: string): Promise<void> {
  await press('Filter')
  const fields = await screen.findByRole('list', { name: 'Filter by' })
  await user.click(within(fields).getByText(label))
}

/** Waits until the view with this name is the current one. */
export async function expectView(name: string): Promise<void> {
  await waitFor(() =>
    expect(document.querySelector('a[aria-current=true]')?.textContent).toBe(name),
  )
}

export function readQuery(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(location.search))
}
