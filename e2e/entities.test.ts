import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities.ts'
import { sampleOf } from '#server/testing/samples.ts'
import { expectAccessible, signUp, startApp, toastOf } from './app.ts'

const app = startApp()

async function signedIn(look = {}): Promise<Page> {
  const page = await app.openPage('/signup', look)
  await signUp(page)
  return page
}

describe.each(everyEntity.map((entity) => ({ entity, name: entity.name })))(
  '$name',
  ({ entity, name }) => {
    test('A2 lists: empty, then a row that can be edited and, after a question, deleted', async () => {
      const page = await signedIn()
      await page.goto(`/${name}`)
      await page.getByText('No data available').waitFor()
      await expectAccessible(page)

      const sample = sampleOf(name, 1)
      expect((await page.request.post(`/api/${name}`, { data: sample })).status()).toBe(201)
      await page.reload()
      const label = String(sample[entity.label])
      await page.getByText(label).first().waitFor()
      await expectAccessible(page)

      await page.getByRole('button', { name: `Edit ${label}` }).click()
      await page.getByRole('dialog', { name: `Edit ${entity.one}` }).waitFor()
      await expectAccessible(page)
      const field = entity.fields[entity.label]?.label ?? ''
      await page.getByLabel(new RegExp(`^${field}( \\*)?$`)).fill('Changed')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await toastOf(page, `${entity.one} updated successfully`).waitFor()

      await page.getByRole('button', { name: 'Delete Changed' }).click()
      await page.getByText('Are you sure you want to delete Changed?').waitFor()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await toastOf(page, `${entity.one} deleted successfully`).waitFor()
      await page.getByText('No data available').waitFor()
    })
  },
)

test('B9 a duplicate says so at its field, and what was typed stays', async () => {
  const page = await signedIn()
  await page.request.post('/api/trucks', { data: sampleOf('trucks', 1) })
  await page.goto('/trucks')
  await page.getByRole('button', { name: 'Add Truck' }).first().click()
  await page.getByLabel(/^Truck #/).fill('T-1')
  await page.getByLabel(/^Make/).fill('Volvo')
  await page.getByLabel(/^Model/).fill('VNL')
  app.expectComplaint(/409/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toastOf(page, 'Failed to add truck').waitFor()
  expect(await page.getByText('Truck # T-1 already exists').count()).toBeGreaterThanOrEqual(2)
  expect(await page.getByLabel(/^Make/).inputValue()).toBe('Volvo')
})

test('B22 somebody else saved first: both are shown, and the person chooses', async () => {
  const page = await signedIn()
  const made = await page.request.post('/api/dispatchers', { data: sampleOf('dispatchers') })
  const record = (await made.json()) as { id: number }
  await page.goto('/dispatchers')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByLabel(/^Name/).fill('Mine')
  await page.request.put(`/api/dispatchers/${record.id}`, {
    data: { ...sampleOf('dispatchers'), name: 'Theirs' },
  })
  app.expectComplaint(/412/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Theirs').first().waitFor()
  await page.getByRole('button', { name: /Overwrite/ }).click()
  await toastOf(page, 'Dispatcher updated successfully').waitFor()
  await page.getByRole('cell', { name: 'Mine', exact: true }).waitFor()
})

test('A2 loads: an error on a hidden tab is found, and /loads?edit= opens that load', async () => {
  const page = await signedIn()
  const made = await page.request.post('/api/loads', { data: sampleOf('loads', 7) })
  const { id } = (await made.json()) as { id: number }
  await page.goto(`/loads?edit=${id}`)
  await page.getByRole('dialog', { name: 'Edit Load' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('tab', { name: 'Route' }).click()
  await page.getByLabel(/^Pickup State/).fill('t')
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('State must be exactly 2 characters').first().waitFor()
  expect(
    await page.getByLabel(/^Pickup State/).evaluate((input) => input === document.activeElement),
  ).toBe(true)
})

test('A2 loads: a broker can be added from within a load, and is then chosen', async () => {
  const page = await signedIn()
  await page.goto('/loads')
  await page.getByRole('button', { name: 'Add Load' }).first().click()
  await page.getByLabel(/^Load #/).fill('L-9')
  await page.getByLabel(/^Broker/).click()
  await page.getByRole('option', { name: '+ Add New Broker' }).click()
  await page.getByLabel(/^Company Name/).fill('Prairie Freight')
  await page
    .getByRole('dialog', { name: 'Add New Broker' })
    .getByRole('button', { name: 'Save', exact: true })
    .click()
  await toastOf(page, 'Broker added successfully').waitFor()
  expect(await page.getByLabel(/^Broker/).innerText()).toContain('Prairie Freight')
  expect(await page.getByLabel(/^Load #/).inputValue()).toBe('L-9')
})

describe.each([
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Kiritimati',
])('a browser in %s', (timezoneId) => {
  test('B12 leaves every date as it was typed', async () => {
    const page = await signedIn({ timezoneId })
    await page.request.post('/api/drivers', { data: sampleOf('drivers') })
    await page.goto('/drivers')
    await page.getByText('2/29/2028').first().waitFor()
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel(/^License Expiry/).fill('3/1/2028')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toastOf(page, 'Driver updated successfully').waitFor()
    const [driver] = (await (await page.request.get('/api/drivers')).json()) as [
      { licenseExpiration: string },
    ]
    expect(driver.licenseExpiration).toBe('2028-03-01')
  })
})

test.each(['', 'loads', 'settlements', 'settings'])(
  'B38 /%s at 360 px, in the dark, scrolls in one direction only',
  async (path) => {
    const page = await signedIn({ theme: 'dark', width: 360 })
    await page.request.post('/api/loads', { data: sampleOf('loads', 1) })
    await page.goto(`/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBe(0)
  },
)
