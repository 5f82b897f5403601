import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '#server/testing/samples.ts'
import { expectAccessible, make, startApp, toastOf } from './app.ts'

const app = startApp()

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

/** L-1 to L-4, in an account of its own. */
async function enterWithLoads(look = {}) {
  const page = await app.enter(look)
  for (const [index, load] of LOADS.entries()) {
    await make(page, 'loads', { ...sampleOf('loads', index + 1), ...load })
  }
  return page
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' })
}

function box(page: Page, name: string) {
  return page.getByRole('checkbox', { name, exact: true })
}

/** Waits until the list shows exactly these loads. */
async function expectLoads(page: Page, numbers: string[]) {
  await expect.poll(() => shownLoads(page)).toEqual(numbers)
}

async function shownLoads(page: Page): Promise<string[]> {
  return page.locator('tbody tr td:nth-child(2)').allInnerTexts()
}

async function addFilter(page: Page, label: string) {
  await button(page, 'Filter').click()
  await page.getByRole('list', { name: 'Filter by' }).getByText(label, { exact: true }).click()
}

/** The link of the view that is shown. */
function currentView(page: Page, name: string) {
  return page.locator('a[aria-current=true]').getByText(name, { exact: true })
}

function query(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams)
}

describe('filters', () => {
  test('B60 several values of a status, as a chip and in the address; Back and a reload restore them', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads')
    await addFilter(page, 'Payment Status')
    await box(page, 'Unpaid').click()
    await box(page, 'Pending').click()
    await expectLoads(page, ['L-2', 'L-1'])
    expect(query(page)).toEqual({ paymentStatus: 'unpaid,pending' })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await button(page, 'Payment Status: Unpaid, Pending').waitFor()
    await page.reload()
    await expectLoads(page, ['L-2', 'L-1'])
    await button(page, 'Remove the filter Payment Status').click()
    await expectLoads(page, ['L-4', 'L-3', 'L-2', 'L-1'])
    await page.goBack()
    await expectLoads(page, ['L-2', 'L-1'])
  })

  test('B60 days and amounts from and to, both counted in; what cannot be read is said', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads')
    await addFilter(page, 'Revenue')
    await page.getByLabel('From', { exact: true }).fill('a lot')
    await button(page, 'Apply').click()
    await page.getByText('Type an amount: 1,234.50').waitFor()
    await page.getByLabel('From', { exact: true }).fill('$900')
    await page.getByLabel('To', { exact: true }).fill('100')
    await button(page, 'Apply').click()
    await page.getByText('This is less than From').waitFor()
    await page.getByLabel('To', { exact: true }).fill('1,500')
    await button(page, 'Apply').click()
    await expectLoads(page, ['L-2', 'L-1'])
    await button(page, 'Revenue: from $900.00 to $1,500.00').waitFor()

    await addFilter(page, 'Pickup Date')
    await page.getByLabel('From', { exact: true }).fill('11/3/2026')
    await button(page, 'Apply').click()
    await expectLoads(page, ['L-2'])
    await button(page, 'Pickup Date: from 11/3/2026').waitFor()
    expect(query(page)).toMatchObject({ 'pickupDate.from': '2026-11-03' })
    await expectAccessible(page)
  })

  test('B60 links: records found by typing, and those without a link', async () => {
    const page = await app.enter()
    const truck = await make(page, 'trucks', sampleOf('trucks', 7))
    await make(page, 'loads', { ...sampleOf('loads', 1), truckId: truck.id })
    await make(page, 'loads', sampleOf('loads', 2))
    await page.goto('/loads')
    await addFilter(page, 'Truck')
    await page.getByPlaceholder('Type to search').fill('T-7')
    await box(page, 'T-7').click()
    await expectLoads(page, ['L-1'])
    await page.getByPlaceholder('Type to search').fill('')
    await box(page, 'T-7').click()
    await box(page, 'N/A').click()
    await expectLoads(page, ['L-2'])
    expect(query(page)).toEqual({ truckId: 'none' })
  })

  test('B60 where nothing matches one click clears search and filters', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads?search=nowhere&paymentStatus=paid&sort=-revenue')
    await page.getByText('Nothing matches').waitFor()
    await expectAccessible(page)
    await button(page, 'Clear search and filters').click()
    await expectLoads(page, ['L-3', 'L-2', 'L-1', 'L-4'])
    expect(query(page)).toEqual({ sort: '-revenue' })
  })

  test.each([
    '?nonsense=1&sort=nonsense&columns=nonsense',
    '?paymentStatus=nonsense&truckId=x&pickupDate.from=yesterday&revenue.to=much&page=-1&size=7',
  ])('B60 what an address may not say is passed over: %s', async (address) => {
    const page = await enterWithLoads()
    await page.goto(`/loads${address}`)
    await expectLoads(page, ['L-4', 'L-3', 'L-2', 'L-1'])
  })
})

describe('views', () => {
  test.each([
    ['/loads', 'Pending BOL', ['L-4', 'L-2']],
    ['/loads', 'Unpaid', ['L-2', 'L-1']],
    ['/loads', 'In Transit', ['L-3']],
  ])('B61 ready-made: %s %s', async (path, name, numbers) => {
    const page = await enterWithLoads()
    await page.goto(path)
    await page.getByRole('link', { name, exact: true }).click()
    await expectLoads(page, numbers)
    await currentView(page, name).waitFor()
  })

  test('B61 Expiring Licenses: those of the next thirty days and those that have expired', async () => {
    const page = await app.enter()
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'UTC' })
    for (const [name, days] of [
      ['Past', -3],
      ['Soon', 20],
      ['Later', 60],
    ] as const) {
      const values = { name, licenseExpiration: day(days) }
      await make(page, 'drivers', { ...sampleOf('drivers'), ...values })
    }
    await page.goto('/drivers')
    await page.getByRole('link', { name: 'Expiring Licenses' }).click()
    await expect
      .poll(async () => (await shownLoads(page)).map((text) => text.split('\n').at(-1)))
      .toEqual(['Past', 'Soon'])
    await button(page, /^License Expiry: to in 30 days/).waitFor()
  })

  test('B61 a view of one’s own: saved, shown again, renamed, replaced, deleted', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads?paymentStatus=paid&sort=revenue')
    await button(page, 'Save view').click()
    await expectAccessible(page)
    await button(page, 'Save').click()
    await page.getByText('Name is required').waitFor()
    await page.getByLabel(/^Name of the view/).fill('Pay day')
    await page.keyboard.press('Enter')
    await currentView(page, 'Pay day').waitFor()

    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expectLoads(page, ['L-4', 'L-3', 'L-2', 'L-1'])
    await page.reload()
    await page.getByRole('link', { name: 'Pay day' }).click()
    await expectLoads(page, ['L-4', 'L-3'])
    await button(page, 'Edit view').click()
    await page.getByLabel(/^Name of the view/).fill('Friday')
    await button(page, 'Rename').click()
    await currentView(page, 'Friday').waitFor()

    await page.goto('/loads?search=L-2')
    await button(page, 'Save view').click()
    await page.getByLabel(/^Name of the view/).fill('Friday')
    await button(page, 'Replace').click()
    await currentView(page, 'Friday').waitFor()
    await expectLoads(page, ['L-2'])
    await button(page, 'Edit view').click()
    await button(page, 'Delete view').click()
    await page.getByRole('link', { name: 'Friday' }).waitFor({ state: 'detached' })
    await expectLoads(page, ['L-2'])
  })
})

describe('columns', () => {
  test('B62 the choice is remembered by the browser; the usual ones come back', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads')
    await button(page, 'Columns').click()
    await box(page, 'Driver').click()
    await box(page, 'Pickup Date').click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.reload()
    const heads = page.getByRole('columnheader')
    const chosen = [
      'Load #',
      'Truck',
      'Route',
      'Delivery',
      'Payment',
      'Revenue',
      'Pickup Date',
      'Actions',
    ]
    await expect.poll(() => heads.allInnerTexts()).toEqual(chosen)
    await page.getByRole('button', { name: 'Pickup Date' }).click()
    await expectLoads(page, ['L-1', 'L-2', 'L-4', 'L-3'])
    await button(page, 'Columns').click()
    await button(page, 'Back to the usual ones').click()
    expect(await heads.allInnerTexts()).toContain('Driver')
  })

  test('B62 a saved view brings its columns along, to another browser too', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads?sort=-revenue')
    await button(page, 'Columns').click()
    await box(page, 'Miles').click()
    await page.keyboard.press('Escape')
    await button(page, 'Save view').click()
    await page.getByLabel(/^Name of the view/).fill('Miles')
    await button(page, 'Save').click()
    await currentView(page, 'Miles').waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/loads')
    await page.getByRole('link', { name: 'Miles' }).click()
    await page.getByRole('columnheader', { name: 'Miles' }).waitFor()
  })

  test.each([768, 900, 1024, 1100])(
    'B62 at %d px the table scrolls, the page does not; first column and actions stay in view',
    async (width) => {
      const page = await enterWithLoads({ width })
      await page.goto('/loads')
      await page.getByText('L-1', { exact: true }).waitFor()
      const [wide, seen] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ])
      expect(wide).toBe(seen)
      await page.locator('table').evaluate((table) => table.parentElement?.scrollTo(200, 0))
      const row = page.getByRole('row').last()
      for (const place of [
        box(page, 'Select L-1'),
        row.getByRole('button', { name: 'Delete L-1' }),
      ]) {
        const frame = await place.boundingBox()
        expect(frame && frame.x > 0 && frame.x + frame.width < width).toBe(true)
        await place.click({ trial: true })
      }
    },
  )
})

describe('many at once', () => {
  test('B63 a range by shift and click, a status for all of it', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads')
    await box(page, 'Select L-4').click()
    await box(page, 'Select L-2').click({ modifiers: ['Shift'] })
    await page.getByText('3 loads selected').waitFor()
    await expectAccessible(page)
    await button(page, 'Set').click()
    await page.getByRole('region', { name: 'Payment Status' }).getByText('Processed').click()
    await page
      .getByRole('dialog', { name: 'Set the payment status of 3 loads to Processed?' })
      .waitFor()
    await expectAccessible(page)
    await button(page, 'Change').click()
    await toastOf(page, '3 loads updated successfully').waitFor()
    await expect.poll(() => page.getByRole('row').getByText('Processed').count()).toBe(3)
    await page.getByText(/selected$/).waitFor({ state: 'detached' })
  })

  test('B63 all that match, over every page, are deleted; the rest stays', async () => {
    const page = await enterWithLoads()
    for (let n = 5; n < 34; n++) await make(page, 'loads', sampleOf('loads', n))
    await page.goto('/loads?deliveryStatus=scheduled')
    await box(page, 'Select this page').click()
    await page.getByText('25 loads selected').waitFor()
    await button(page, 'Select all 32').click()
    await page.getByText('32 loads selected').waitFor()
    await button(page, 'Next page').click()
    await box(page, 'Select L-2').click()
    await page.getByText('31 loads selected').waitFor()
    await button(page, 'Delete selected').click()
    await page.getByRole('dialog', { name: 'Are you sure you want to delete 31 loads?' }).waitFor()
    await button(page, 'Delete').click()
    await toastOf(page, '31 loads deleted successfully').waitFor()
    await expectLoads(page, ['L-2'])
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expectLoads(page, ['L-3', 'L-2'])
  })

  test('B63 B24 what cannot be done is named with its reason, and stays selected', async () => {
    const page = await app.enter()
    const truck = await make(page, 'trucks', sampleOf('trucks', 1))
    await make(page, 'trucks', sampleOf('trucks', 2))
    await make(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
    await page.goto('/trucks')
    await box(page, 'Select this page').click()
    await button(page, 'Delete selected').click()
    await button(page, 'Delete').click()
    const dialog = page.getByRole('dialog', { name: '1 truck could not be deleted' })
    await dialog.getByText("This truck has 1 settlement and can't be deleted.").waitFor()
    await dialog.getByText('T-1', { exact: true }).waitFor()
    await expectAccessible(page)
    await button(page, 'Close').last().click()
    await page.getByText('1 truck selected').waitFor()
    expect(await box(page, 'Select T-1').isChecked()).toBe(true)
  })

  test('B63 B23 after a failure on the way it goes on where it stopped', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads')
    await box(page, 'Select this page').click()
    await button(page, 'Delete selected').click()
    await page.route('**/api/loads/bulk', (route) => route.abort())
    app.expectComplaint(/ERR_FAILED/)
    await button(page, 'Delete').click()
    await page
      .getByRole('alert')
      .getByText(/cannot be reached.*0 loads are done already/)
      .waitFor()
    await page.unrouteAll()
    await button(page, 'Go on').click()
    await toastOf(page, '4 loads deleted successfully').waitFor()
    await page.getByText('No data available').waitFor()
  })

  test('B63 another search selects nothing; a record deleted by itself is no longer selected', async () => {
    const page = await enterWithLoads()
    await page.goto('/loads')
    await box(page, 'Select L-1').click()
    await button(page, 'Delete L-1').click()
    await button(page, 'Delete').click()
    await expectLoads(page, ['L-4', 'L-3', 'L-2'])
    expect(await page.getByText(/selected$/).count()).toBe(0)
    await box(page, 'Select L-2').click()
    await page.getByLabel('Search loads').fill('L-3')
    await expectLoads(page, ['L-3'])
    expect(await page.getByText(/selected$/).count()).toBe(0)
  })
})

test.each(['light', 'dark'] as const)(
  'B38 in the %s theme, on a phone and on a desk, nothing is hard to read',
  async (theme) => {
    for (const width of [360, 1440]) {
      const page = await enterWithLoads({ theme, width })
      await page.goto('/loads?paymentStatus=unpaid,paid&revenue.from=10')
      await box(page, 'Select L-3').click()
      await page.getByText('1 load selected').waitFor()
      await expectAccessible(page)
      await button(page, 'Set').click()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await button(page, 'Columns').click()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)
