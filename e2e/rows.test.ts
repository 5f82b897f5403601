import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp } from './app.ts'

const app = startApp()

test('C53 C54 A click on a row opens its page; selecting text, a checkbox and an action do not', async () => {
  const page = await app.enter()
  await create(page, 'trucks', makeSample('trucks'))
  await page.goto('/trucks')
  await page.getByRole('checkbox', { name: 'Select T-1' }).click()
  // A click in the cell of the buttons, but beside them.
  await page
    .getByRole('row', { name: 'T-1' })
    .getByRole('cell')
    .last()
    .click({ position: { x: 2, y: 2 } })
  await page.getByRole('cell', { name: 'Freightliner' }).dblclick()
  expect(new URL(page.url()).pathname).toBe('/trucks')
  // The first click only clears the selected text.
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await page.getByRole('cell', { name: '2021' }).click()
  await page.getByRole('heading', { level: 1, name: 'Truck T-1', exact: true }).waitFor()
})

test('C55 At 1440 × 900, 17 brokers or 13 loads are in view', async () => {
  const page = await app.enter()
  for (const { list, height, fewest } of [
    { list: 'brokers', height: 36, fewest: 17 },
    { list: 'loads', height: 48, fewest: 13 },
  ] as const) {
    for (let n = 1; n <= 25; n++) await create(page, list, makeSample(list, n))
    await page.goto(`/${list}`)
    const rows = page.locator('tbody tr[data-record]')
    await rows.nth(24).waitFor()
    const heights = await rows.evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().height),
    )
    expect(Math.max(...heights)).toBeLessThanOrEqual(height)
    expect(await rows.evaluateAll(countInView)).toBeGreaterThanOrEqual(fewest)
  }
})

/** Runs in the page: the rows that are wholly in view, also in the list that scrolls them. */
function countInView(rows: Element[]): number {
  const list = rows[0]?.closest('table')?.parentElement?.getBoundingClientRect()
  const bottom = Math.min(innerHeight, list?.bottom ?? 0)
  return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length
}
