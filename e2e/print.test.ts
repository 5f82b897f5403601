import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp } from './app.ts'

const app = startApp()

test('A printed list has all rows, and a printed run its figures, dark on white and without buttons in any theme', async () => {
  const page = await app.enter({ theme: 'dark' })
  for (let n = 1; n <= 25; n++) await create(page, 'dispatchers', makeSample('dispatchers', n))
  await page.goto('/dispatchers')
  const table = page.getByRole('table', { name: 'Dispatchers' })
  await table.getByRole('row').nth(25).waitFor()
  const isCutOff = () =>
    table.evaluate(({ parentElement: box }) => box && box.scrollHeight > box.clientHeight)
  const readColor = () => table.evaluate((element) => getComputedStyle(element).color)
  const screenOnly = [
    ...['Add Dispatcher', 'Columns', 'Next page'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    ),
    table.getByText('Actions'),
    table.getByLabel('Select this page'),
  ]
  const onScreen = await readColor()
  expect(await isCutOff()).toBe(true)
  for (const item of screenOnly) expect(await item.isVisible(), String(item)).toBe(true)

  await page.emulateMedia({ media: 'print' })
  expect(await isCutOff()).toBe(false)
  expect(await readColor()).not.toBe(onScreen)
  for (const item of screenOnly) expect(await item.isVisible(), String(item)).toBe(false)

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/settlements/run')
  const buttons = ['Previous week', 'Next week'].map((name) => page.getByRole('button', { name }))
  for (const item of buttons) await item.waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const item of buttons) expect(await item.isVisible(), String(item)).toBe(false)
  await page.getByRole('heading', { level: 2 }).waitFor()
})
