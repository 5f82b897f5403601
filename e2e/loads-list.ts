/** Test steps for a list of four loads. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, type App, type PageOptions } from './app.ts'
import { button } from './steps.ts'

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

/** Opens a new account with the loads L-1 to L-4. */
export async function enterWithLoads(app: App, options: PageOptions = {}) {
  const page = await app.enter(options)
  for (const [index, load] of LOADS.entries()) {
    await create(page, 'loads', { ...makeSample('loads', index + 1), ...load })
  }
  return page
}

export function box(page: Page, name: string) {
  return page.getByRole('checkbox', { name, exact: true })
}

/** Waits until the list shows these load numbers. */
export async function expectLoads(page: Page, numbers: string[]) {
  await expect.poll(() => readShownLoads(page)).toEqual(numbers)
}

async function readShownLoads(page: Page): Promise<string[]> {
  return page.locator('tbody tr td:nth-child(2)').evaluateAll((cells) =>
    cells.map((cell) => {
      const first = cell.cloneNode(true) as HTMLElement
      first.querySelector('[data-second]')?.remove()
      return first.textContent
    }),
  )
}

export async function addFilter(page: Page, label: string) {
  await button(page, 'Filter').click()
  await page.getByRole('list', { name: 'Filter by' }).getByText(label, { exact: true }).click()
}

/** Finds the link of the current view by its name. */
export function currentView(page: Page, name: string) {
  return page.locator('a[aria-current=true]').getByText(name, { exact: true })
}

export function query(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams)
}
