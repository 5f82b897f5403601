import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import type { Page } from 'playwright-core'
import { expectAccessible, create, findToast, PASSWORD, startApp } from './app.ts'
import { button, fill, hold } from './steps.ts'

const app = startApp()

test('A2.loads.2 A2.lists.4 View shows read-only details of a load, with its notes', async () => {
  const page = await app.enter({ width: 1440 })
  const { id: truckId } = await create(page, 'trucks', { ...makeSample('trucks'), truckId: '104' })
  const { id: driverId } = await create(page, 'drivers', makeSample('drivers'))
  const { id: brokerId } = await create(page, 'brokers', makeSample('brokers'))
  const states = { deliveryStatus: 'in_transit', paymentStatus: 'overdue', bolStatus: 'received' }
  const links = { truckId, driverId, brokerId }
  const notes = 'Call before 8 am.\nDock 4.'
  await create(page, 'loads', {
    ...makeSample('loads'),
    ...links,
    ...states,
    pickupZip: '75201',
    notes,
  })
  await page.goto('/loads')
  await page.getByRole('button', { name: 'View L-1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Load L-1' })
  const section = async (title: string) => {
    const heading = page.getByRole('heading', { name: title })
    return (await dialog.locator('section', { has: heading }).innerText()).split('\n').slice(1)
  }
  const general = [
    'Truck',
    '104',
    'Driver',
    'Łukasz Nguyễn',
    'Broker',
    'Landstar',
    'Revenue',
    '$2,400.00',
  ]
  expect(await section('General Information')).toEqual(general)
  const route = await section('Route Information')
  for (const part of ['Dallas, TX 75201', '11/16/2026', 'Atlanta, GA', '11/18/2026', '781 miles'])
    expect(route).toContain(part)
  const status = ['Delivery', 'In Transit', 'Payment', 'Overdue', 'BOL', 'Received']
  expect(await section('Status')).toEqual(status)
  expect((await section('Notes')).join('\n').trim()).toBe(notes)
  expect(await dialog.locator('input, select, textarea').count()).toBe(0)
  await expectAccessible(page)
})

test('A2.loads.3 Missing values of a load are N/A, and missing notes are hidden', async () => {
  const page = await app.enter()
  await create(page, 'loads', { ...makeSample('loads'), deliveryDate: null, miles: 0 })
  await page.goto('/loads')
  await page.getByRole('button', { name: 'View L-1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Load L-1' })
  const value = async (term: string) =>
    dialog
      .locator('dt', { hasText: new RegExp(`^${term}$`) })
      .locator('+ dd')
      .innerText()
  expect(await value('Delivery Date')).toBe('N/A')
  expect(await value('Distance')).toBe('N/A')
  expect(await value('Truck')).toBe('N/A')
  expect(await dialog.getByText('Notes').count()).toBe(0)
})

/** Invites a new person as the user of `page`. Returns the new member's page, at the dashboard. */
async function enterAsMember(page: Page, role: string, options: { width: number }): Promise<Page> {
  const data = { email: `${role}.${Date.now()}@example.com`, role }
  const invited = await page.request.post('/api/team/invitations', { data })
  const { link } = (await invited.json()) as { link: string }
  const other = await app.openPage('/login', options)
  const person = { password: PASSWORD, firstName: 'Sam', lastName: 'Lee' }
  const token = link.split('#')[1]
  const accepted = await other.request.post('/api/invitation', { data: { token, ...person } })
  expect(accepted.status(), await accepted.text()).toBe(201)
  await other.goto('/')
  return other
}

test('C84 C85 C86 A member mentioned on a load finds it in the bell and answers', async () => {
  const page = await app.enter()
  const { id } = await create(page, 'loads', makeSample('loads'))
  const other = await enterAsMember(page, 'dispatcher', { width: 390 })
  await button(other, 'Notifications').waitFor()
  await page.goto(`/loads/${id}`)
  await page.getByLabel('New Comment').pressSequentially('Call the broker, @sa')
  await page.getByRole('option', { name: 'Sam Lee' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('please')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: 'Call the broker, @Sam Lee please' }).waitFor()
  expect(await page.getByLabel('New Comment').inputValue()).toBe('')

  // The bell is requested when a page opens.
  await other.goto('/loads')
  await button(other, 'Notifications: 1 new').click()
  await expectAccessible(other)
  await other.getByRole('link', { name: /Pat Doe mentioned you: Load L-1/ }).click()
  await other.waitForURL(`**/loads/${id}#comments`)
  await other.getByText('@Sam Lee', { exact: true }).waitFor()
  await button(other, 'Notifications').waitFor()
  await other.getByLabel('New Comment').fill('Done')
  await button(other, 'Add Comment').click()
  await button(other, /^Delete your comment from/).waitFor()
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Done' }).waitFor()
})

test('C150 C106 A conflict lists the charges it would delete; a duplicate waits for its charges', async () => {
  const page = await app.enter()
  const { id } = await create(page, 'loads', { ...makeSample('loads', 1), revenue: '2054.00' })
  const path = `/api/loads/${id}/charges`
  const haul = { kind: 'line-haul', amount: '2000.00' }
  const change = async (charges: object[]) => {
    const response = await page.request.put(path, { data: { charges } })
    expect(response.status()).toBe(200)
  }
  const readCharges = async () => {
    const { charges, revenue } = await (await page.request.get(path)).json()
    return [
      revenue,
      ...charges.map(({ kind, amount }: Record<string, string>) => `${kind} ${amount}`),
    ]
  }
  await change([haul, { kind: 'fuel-surcharge', amount: '54.00' }])
  await page.goto(`/loads/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('tab', { name: 'Financial' }).click()
  const surcharge = form.getByRole('listitem', { name: 'Fuel Surcharge' })
  await surcharge.getByLabel('Amount', { exact: true }).fill('44')
  const detention = { kind: 'detention', amount: '150.00' }
  await change([haul, { kind: 'fuel-surcharge', amount: '54.00' }, detention])
  app.expectComplaint(/412/)
  await button(page, 'Save').click()
  const conflict = page.getByRole('dialog', { name: 'This record was changed' })
  await conflict.getByText(/Your version deletes .*Detention \$150.00/).waitFor()
  expect(await conflict.getByRole('group').allInnerTexts()).toEqual([
    expect.stringMatching(/^Charges/),
  ])
  expect(await conflict.getByRole('radio', { name: /^Saved version: / }).isChecked()).toBe(true)
  await expectAccessible(page)
  await button(page, 'Save as chosen').click()
  await findToast(page, 'Load updated successfully').waitFor()
  await form.waitFor({ state: 'detached' })
  const stored = ['2204.00', 'line-haul 2000.00', 'fuel-surcharge 54.00', 'detention 150.00']
  expect(await readCharges()).toEqual(stored)

  const release = await hold(page, `**${path}`)
  await page.goto('/loads')
  await page.getByRole('button', { name: 'Duplicate L-1' }).click()
  await fill(page, { 'Load #': 'L-2' })
  await form.getByRole('tab', { name: 'Route' }).click()
  await fill(page, { 'Pickup Date': '11/23/2026' })
  await page.keyboard.press('Control+Enter')
  await form.getByText(/charges of the copied load are still loading/).waitFor()
  release()
  await form.getByRole('listitem', { name: 'Detention' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await findToast(page, 'Load added successfully').waitFor()
  const [copy] = await (await page.request.get('/api/loads?search=L-2')).json()
  const copied = await (await page.request.get(`/api/loads/${copy.id}/charges`)).json()
  expect(copied).toMatchObject({ revenue: '2204.00', charges: [{}, {}, { kind: 'detention' }] })
})
