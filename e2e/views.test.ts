import { describe, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, findToast, startApp } from './app.ts'
import { box, currentView, enterWithLoads, expectLoads, readShownLoads } from './loads-list.ts'
import { button } from './steps.ts'

const app = startApp()

describe('views', () => {
  test.each([
    ['/loads', 'Pending BOL', ['L-4', 'L-2']],
    ['/loads', 'Unpaid', ['L-2', 'L-1']],
    ['/loads', 'In Transit', ['L-3']],
  ])('B61 the built-in view %s %s shows its loads', async (path, name, numbers) => {
    const page = await enterWithLoads(app)
    await page.goto(path)
    await page.getByRole('link', { name, exact: true }).click()
    await expectLoads(page, numbers)
    await currentView(page, name).waitFor()
  })

  test('B61 C56 Today and This Week’s Pickups follow the day; the totals are of all pages', async () => {
    const page = await app.enter()
    await page.clock.setFixedTime(new Date('2026-11-18T12:00:00'))
    const trips = [
      ['L-1', '2026-11-14', '2026-11-18'],
      ['L-2', '2026-11-15', '2026-11-17'],
      ['L-3', '2026-11-18', '2026-11-18'],
      ['L-4', '2026-11-21', '2026-11-23'],
      ['L-5', '2026-11-22', '2026-11-23'],
    ]
    for (const [loadId, pickupDate, deliveryDate] of trips)
      await create(page, 'loads', { ...makeSample('loads'), loadId, pickupDate, deliveryDate })
    await page.goto('/loads')
    const totals = page.getByLabel('Totals')
    await totals.getByText('$12,000.00').waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await expectLoads(page, ['L-3', 'L-1'])
    await page.getByRole('link', { name: "This Week's Pickups" }).click()
    await expectLoads(page, ['L-2', 'L-3', 'L-4'])
    await button(page, /^Pickup Date: is this week/).waitFor()
    expect(await totals.innerText()).toContain('$7,200.00')
    await page.clock.setFixedTime(new Date('2026-11-22T12:00:00'))
    await page.reload()
    await expectLoads(page, ['L-5'])
  })

  test('B61 Expiring Licenses has expired licenses and those of the next 30 days', async () => {
    const page = await app.enter()
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'UTC' })
    for (const [name, days] of [
      ['Past', -3],
      ['Soon', 20],
      ['Later', 60],
    ] as const) {
      const values = { name, licenseExpiration: day(days) }
      await create(page, 'drivers', { ...makeSample('drivers'), ...values })
    }
    await page.goto('/drivers')
    await page.getByRole('link', { name: 'Expiring Licenses' }).click()
    await expect.poll(() => readShownLoads(page)).toEqual(['PPast', 'SSoon'])
    await button(page, /^License Expiry: to in 30 days/).waitFor()
  })

  test('B61 A saved view is opened, renamed, replaced and deleted', async () => {
    const page = await enterWithLoads(app)
    await page.goto('/loads?paymentStatus=paid&sort=revenue')
    await button(page, 'Save view').click()
    await expectAccessible(page)
    await button(page, 'Save').click()
    await page.getByText('Name is required').waitFor()
    await page.getByLabel(/^View name/).fill('My Invoices')
    await page.keyboard.press('Enter')
    await currentView(page, 'My Invoices').waitFor()

    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expectLoads(page, ['L-4', 'L-3', 'L-2', 'L-1'])
    await page.reload()
    await page.getByRole('link', { name: 'My Invoices' }).click()
    await expectLoads(page, ['L-4', 'L-3'])
    await button(page, 'Edit view').click()
    await page.getByLabel(/^View name/).fill('Friday')
    await button(page, 'Rename').click()
    await currentView(page, 'Friday').waitFor()

    await page.goto('/loads?search=L-2')
    await button(page, 'Save view').click()
    await page.getByLabel(/^View name/).fill('Friday')
    await button(page, 'Replace').click()
    await currentView(page, 'Friday').waitFor()
    await expectLoads(page, ['L-2'])
    await button(page, 'Edit view').click()
    await button(page, 'Delete view').click()
    await page.getByRole('link', { name: 'Friday' }).waitFor({ state: 'detached' })
    await button(page, 'Undo').click()
    await findToast(page, 'View Friday restored').waitFor()
    await currentView(page, 'Friday').waitFor()
    await expectLoads(page, ['L-2'])
  })
})

describe('columns', () => {
  test('B62 The browser remembers the columns; a button resets them', async () => {
    const page = await enterWithLoads(app)
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
    await expectLoads(page, ['L-1', 'L-2', 'L-3', 'L-4'])
    await button(page, 'Columns').click()
    await button(page, 'Reset to default').click()
    expect(await heads.allInnerTexts()).toContain('Driver')
  })

  test('B62 A saved view keeps its columns, in another browser too', async () => {
    const page = await enterWithLoads(app)
    await page.goto('/loads?sort=-revenue')
    await button(page, 'Columns').click()
    await box(page, 'Miles').click()
    await page.keyboard.press('Escape')
    await button(page, 'Save view').click()
    await page.getByLabel(/^View name/).fill('Miles')
    await button(page, 'Save').click()
    await currentView(page, 'Miles').waitFor()
    await page.evaluate(() => localStorage.clear())
    await page.goto('/loads')
    await page.getByRole('link', { name: 'Miles' }).click()
    await page.getByRole('columnheader', { name: 'Miles' }).waitFor()
  })

  test('C55 Rows have one or two lines, and a menu names their actions', async () => {
    const page = await enterWithLoads(app)
    await page.goto('/loads')
    const trip = page.getByText('11/16 – 11/18 · 781 mi').first()
    await trip.waitFor()
    await button(page, 'Columns').click()
    await box(page, 'Second line in rows').click()
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByText('L-1', { exact: true }).waitFor()
    expect(await trip.count()).toBe(0)

    await button(page, 'More actions for L-1').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'View' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('More actions for L-1')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit Load' }).waitFor()
  })

  test.each([768, 900, 1024, 1100])(
    'B62 at %d px only the table scrolls; first column and actions stay in view',
    async (width) => {
      const page = await enterWithLoads(app, { width })
      await page.goto('/loads')
      await page.getByText('L-1', { exact: true }).waitFor()
      const [contentWidth, windowWidth] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ])
      expect(contentWidth).toBe(windowWidth)
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
