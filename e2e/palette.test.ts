import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, signUp, startApp, type PageOptions } from './app.ts'

const app = startApp()

async function openSignedIn(options: PageOptions = {}): Promise<Page> {
  const page = await app.openPage('/signup', options)
  await signUp(page)
  return page
}

function palette(page: Page) {
  return page.getByRole('dialog', { name: 'Search or jump to…' })
}

test.each(['Control+k', 'Meta+k'])('B40 %s opens a screen and adds a record', async (keys) => {
  const page = await openSignedIn()
  await page.keyboard.press(keys)
  await palette(page).waitFor()
  await expectAccessible(page)
  await page.keyboard.type('dri')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Drivers' }).waitFor()
  await palette(page).waitFor({ state: 'detached' })

  await page.keyboard.press(keys)
  await palette(page).waitFor()
  await page.keyboard.type('history')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Settlement History' }).waitFor()

  await page.keyboard.press(keys)
  await palette(page).waitFor()
  await page.keyboard.type('a tr')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add New Truck' }).waitFor()
  await page
    .getByLabel(/^Truck #/)
    .and(page.locator(':focus'))
    .waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('B40 The palette opens a load by its number, and a broker by its MC number', async () => {
  const page = await openSignedIn()
  await page.request.post('/api/loads', { data: makeSample('loads', 77) })
  await page.request.post('/api/brokers', { data: makeSample('brokers', 5) })
  await page.getByRole('button', { name: 'Search or jump to…' }).click()
  await palette(page).waitFor()
  await page.keyboard.type('l-77')
  await palette(page).getByRole('option', { name: 'Load L-77 Dallas, TX -> Atlanta, GA' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Load L-77' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/loads\/\d+$/)

  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.keyboard.type('mc5')
  await palette(page).getByRole('option', { name: 'Broker Landstar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Landstar' }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit Broker' }).waitFor()
  expect(await page.getByLabel('MC Number').inputValue()).toBe('MC5')
})

test('B40 One character finds numbers that begin with it; any other search needs two characters', async () => {
  const page = await openSignedIn()
  await page.request.post('/api/trucks', { data: { ...makeSample('trucks'), truckId: '77' } })
  await page.request.post('/api/drivers', { data: makeSample('drivers') })
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.keyboard.type('7')
  await palette(page).getByRole('option', { name: 'Truck 77' }).waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ł')
  await palette(page).getByText('Type at least 2 characters').waitFor()
  await page.goto('/drivers?search=u')
  await page.getByText('Type at least 2 characters').waitFor()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('uk')
  await page.getByRole('row', { name: 'Łukasz' }).waitFor()
})

test('Enter does nothing if nothing matches', async () => {
  const page = await openSignedIn({ width: 360, theme: 'dark' })
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.keyboard.type('zzz')
  await palette(page).getByText('Nothing matches').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/')
})

test('B41 In a list N adds, J and K move, E edits, Enter opens, / searches', async () => {
  const page = await openSignedIn()
  for (const truckId of ['A', 'B', 'C']) {
    const data = { ...makeSample('trucks'), truckId, vin: truckId }
    await page.request.post('/api/trucks', { data })
  }
  await page.goto('/trucks')
  await page.getByRole('cell', { name: 'C', exact: true }).waitFor()
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
  const focused = page.locator(':focus')
  for (const [key, name] of [
    ['j', 'C'],
    ['j', 'B'],
    ['j', 'A'],
    ['j', 'A'],
    ['k', 'B'],
  ] as const) {
    await page.keyboard.press(key)
    await row(name).and(focused).waitFor()
  }
  await expectAccessible(page)

  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: 'Edit Truck' }).waitFor()
  expect(await page.getByLabel(/^Truck #/).inputValue()).toBe('B')
  // In a text box the keys enter text.
  await page.getByLabel('License Plate').focus()
  await page.keyboard.type('jkne?/')
  expect(await page.getByLabel('License Plate').inputValue()).toBe('jkne?/')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.getByLabel('License Plate').fill('')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await row('B').and(focused).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Truck B' }).waitFor()
  await page.goBack()
  await page.getByRole('cell', { name: 'C', exact: true }).waitFor()

  await page.keyboard.press('n')
  await page
    .getByLabel(/^Truck #/)
    .and(focused)
    .waitFor()
  expect(await page.getByLabel(/^Truck #/).inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.getByRole('searchbox').and(focused).waitFor()
  await page.keyboard.type('n')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('B41 ? lists every shortcut', async () => {
  const page = await openSignedIn()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await help.getByText('Next row').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
})
