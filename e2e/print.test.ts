import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp } from './app.ts'

const app = startApp()

test('a list is printed with all of its rows, and dark on white whatever the theme', async () => {
  const page = await app.enter({ theme: 'dark' })
  for (let n = 1; n <= 25; n++) await create(page, 'dispatchers', makeSample('dispatchers', n))
  await page.goto('/dispatchers')
  const table = page.getByRole('table', { name: 'Dispatchers' })
  await table.getByRole('row').nth(25).waitFor()
  const cutOff = () =>
    table.evaluate(({ parentElement: box }) => box && box.scrollHeight > box.clientHeight)
  const ink = () => table.evaluate((element) => getComputedStyle(element).color)
  const forTheScreen = [
    ...['Add Dispatcher', 'Columns', 'Next page'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    ),
    table.getByText('Actions'),
    table.getByLabel('Select this page'),
  ]
  const onScreen = await ink()
  expect(await cutOff()).toBe(true)
  for (const one of forTheScreen) expect(await one.isVisible(), String(one)).toBe(true)

  await page.emulateMedia({ media: 'print' })
  expect(await cutOff()).toBe(false)
  expect(await ink()).not.toBe(onScreen)
  for (const one of forTheScreen) expect(await one.isVisible(), String(one)).toBe(false)
})

test('a pay day is printed with its figures, without what is pressed on the screen', async () => {
  const page = await app.enter()
  await page.goto('/settlements/run')
  const pressed = ['Save All (0)', 'Week before', 'Week after'].map((name) =>
    page.getByRole('button', { name }),
  )
  for (const one of pressed) await one.waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const one of pressed) expect(await one.isVisible(), String(one)).toBe(false)
  expect(await page.getByText(/^Week of /).isVisible()).toBe(true)
})
