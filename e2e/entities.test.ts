import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities.ts'
import { columnsOf, type Entity } from '#core/entity.ts'
import { sampleOf } from '#server/testing/samples.ts'
import { expectAccessible, make, startApp, toastOf } from './app.ts'
import { fill, hold } from './steps.ts'

const app = startApp()

const COLUMNS: Record<string, [statement: string, columns: string[]]> = {
  drivers: [
    'A2.lists.8',
    ['Driver', 'Phone', 'Email', 'License #', 'License State', 'License Expiry', 'Payment Method'],
  ],
  owners: ['A2.lists.9', ['Owner Name', 'Phone', 'Email', 'Payment Method']],
  trucks: ['A2.lists.10', ['Truck #', 'Make/Model', 'Year', 'Owner', 'Driver', 'Status']],
  brokers: ['A2.lists.11', ['Company Name', 'Contact Person', 'Phone', 'Email', 'MC Number']],
  dispatchers: ['A2.lists.12', ['Name', 'Phone', 'Extension', 'Email']],
  loads: ['A2.lists.13', ['Load #', 'Truck', 'Driver', 'Route', 'Delivery', 'Payment', 'Revenue']],
}

const TITLES: Record<string, string> = {
  drivers: 'Drivers',
  owners: 'Truck Owners',
  trucks: 'Trucks',
  brokers: 'Brokers',
  dispatchers: 'Dispatchers',
  loads: 'Loads',
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
}

/** The words of the only row's cells. */
async function cells(page: Page): Promise<string[]> {
  const texts = await page.locator('tbody td').allInnerTexts()
  return texts.map((text) => text.trim()).filter(Boolean)
}

function labelField({ fields, label }: Entity) {
  return new RegExp(`^${fields[label]?.label}( \\*)?$`)
}

const KINDS = everyEntity.map((entity) => ({
  entity,
  name: entity.name,
  statement: COLUMNS[entity.name]?.[0],
}))

describe.each(KINDS)('$name', ({ entity, name, statement }) => {
  const { one } = entity
  const word = one.toLowerCase()

  test(`A2.lists.1 A2.lists.2 A2.lists.3 ${statement} the empty list: head, columns, skeletons, "No data available"`, async () => {
    const page = await app.enter()
    const answer = await hold(page, `**/api/${name}?*`)
    await page.goto(`/${name}`)
    await page.getByRole('heading', { level: 1, name: TITLES[name] ?? '', exact: true }).waitFor()
    expect(await page.title()).toBe(`${TITLES[name]} · Haulbook`)
    await page.getByText(entity.description, { exact: true }).waitFor()
    await button(page, `Add ${one}`).first().waitFor()
    await page.locator('table[aria-busy=true] .animate-pulse').first().waitFor()
    answer()
    await page.getByText('No data available').waitFor()
    const heads = await page.getByRole('columnheader').allInnerTexts()
    expect(heads).toEqual([...(COLUMNS[name]?.[1] ?? []), 'Actions'])
    expect(columnsOf(entity)).toHaveLength(heads.length - 1)
    await expectAccessible(page)
  })

  test('A2.lists.4 A2.lists.5 A2.lists.6 A2.lists.7 A4.forms.1 A7.2 A8.entity.1 a row that can be edited and, after a question, deleted', async () => {
    const page = await app.enter()
    const sample = sampleOf(name, 1)
    await make(page, name, sample)
    await page.goto(`/${name}`)
    const label = String(sample[entity.label])
    const actions = page.getByRole('row').last().getByRole('button')
    const more = name === 'loads' ? ['View', 'Duplicate'] : []
    const words = [...more, 'Edit', 'Delete']
    await page.getByText(label).first().waitFor()
    for (const action of words) await button(page, `${action} ${label}`).waitFor()
    expect(await actions.count()).toBe(words.length)
    await expectAccessible(page)

    await button(page, `Edit ${label}`).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${one}` })
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel(labelField(entity)).fill('Changed')
    const answer = await hold(page, `**/api/${name}/*`)
    await button(page, 'Save').click()
    await button(page, 'Saving...').waitFor()
    answer()
    await toastOf(page, `${one} updated successfully`).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Changed/ }).waitFor()

    await button(page, 'Delete Changed').click()
    await page.getByText('Are you sure you want to delete Changed?').waitFor()
    await expectAccessible(page)
    await button(page, 'Delete').click()
    await toastOf(page, `${one} deleted successfully`).waitFor()
    await page.getByText('No data available').waitFor()
  })

  test('A2.lists.5 A8.entity.1 A8.entity.2 A8.error.1 adding: a failure says so and loses nothing, then it is added', async () => {
    const page = await app.enter()
    await page.goto(`/${name}`)
    await button(page, `Add ${one}`).first().click()
    const dialog = page.getByRole('dialog', { name: `Add New ${one}` })
    await fillIn(page, entity)
    await page.route(`**/api/${name}`, (route) => route.fulfill({ status: 418, body: 'no tea' }))
    app.expectComplaint(/418/)
    await button(page, 'Save').click()
    await toastOf(page, `Failed to add ${word}`).filter({ hasText: '418: no tea' }).waitFor()
    expect(await dialog.isVisible()).toBe(true)
    await page.unrouteAll()
    await button(page, 'Save').click()
    await toastOf(page, `${one} added successfully`).waitFor()
    expect((await page.request.get(`/api/${name}`)).headers()['x-total-count']).toBe('1')
  })

  test('A8.entity.2 B9 what cannot be changed or deleted says so', async () => {
    const page = await app.enter()
    const sample = sampleOf(name, 1)
    await make(page, name, sample)
    await page.goto(`/${name}`)
    await page.route(`**/api/${name}/*`, (route) =>
      ['PUT', 'DELETE'].includes(route.request().method()) ? route.abort() : route.continue(),
    )
    app.expectComplaint(/ERR_FAILED/)
    await button(page, /^Edit/).click()
    await page.getByLabel(labelField(entity)).fill('Changed')
    await button(page, 'Save').click()
    await toastOf(page, `Failed to update ${word}`).waitFor()
    expect(await page.getByLabel(labelField(entity)).inputValue()).toBe('Changed')
    await button(page, 'Cancel').click()
    await button(page, 'Discard').click()

    await button(page, /^Delete/).click()
    await button(page, 'Delete').click()
    await toastOf(page, `Failed to delete ${word}`).waitFor()
    await page.getByText(String(sample[entity.label])).first().waitFor()
  })

  test('B22 somebody else saved first: both are shown, and the person chooses', async () => {
    const page = await app.enter()
    const record = await make(page, name, sampleOf(name))
    await page.goto(`/${name}`)
    await button(page, /^Edit/).click()
    await page.getByLabel(labelField(entity)).fill('Mine')
    const theirs = { ...sampleOf(name), [entity.label]: 'Theirs' }
    await page.request.put(`/api/${name}/${record.id}`, { data: theirs })
    app.expectComplaint(/412/)
    await button(page, 'Save').click()
    await page.getByText('Theirs').first().waitFor()
    await expectAccessible(page)
    await button(page, /Overwrite/).click()
    await toastOf(page, `${one} updated successfully`).waitFor()
    await page.getByRole('row', { name: /Mine/ }).waitFor()
  })
})

/** What every form asks for. */
async function fillIn(page: Page, entity: Entity): Promise<void> {
  const sample = sampleOf(entity.name, 1)
  if (entity.name === 'loads') return fillInLoad(page)
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!(name in sample) || field.control === 'choice') continue
    await page.getByLabel(new RegExp(`^${field.label}( \\*)?$`)).fill(String(sample[name]))
  }
}

async function fillInLoad(page: Page): Promise<void> {
  await fill(page, { 'Load #': 'L-1' })
  await page.getByRole('tab', { name: 'Route' }).click()
  await fill(page, { 'Pickup State': 'TX', 'Pickup Date': '11/16/2026', 'Delivery State': 'GA' })
  await page.getByRole('tab', { name: 'Financial' }).click()
  await fill(page, { Revenue: '100' })
}

test('A2.lists.8 A5.payment.1 B38 a driver in the list: initials, American date, words for the payment', async () => {
  const page = await app.enter()
  await make(page, 'drivers', sampleOf('drivers'))
  await page.goto('/drivers')
  await page.getByText('2/29/2028').waitFor()
  expect((await cells(page)).map((text) => text.split('\n'))).toEqual([
    ['ŁN', 'Łukasz Nguyễn'],
    ['(555) 010-2030'],
    ['lukasz@example.com'],
    ['D1234567'],
    ['TX'],
    ['2/29/2028'],
    ['Direct Deposit'],
  ])
})

test('A2.lists.10 A4.truck.1 a truck: who owns and drives it, nobody, or somebody who is not found', async () => {
  const page = await app.enter()
  const owner = await make(page, 'owners', sampleOf('owners'))
  await make(page, 'trucks', { ...sampleOf('trucks', 1), ownerId: owner.id })
  await make(page, 'trucks', { ...sampleOf('trucks', 2), status: 'maintenance' })
  // The database lets no link lead nowhere: what a list would say of one is shown by a changed answer.
  await page.route('**/api/trucks?*', async (route) => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as Record<string, unknown>[]
    const changed = rows.map((row) =>
      row.truckId === 'T-1'
        ? { ...row, driverId: 77, labels: { ...(row.labels as object), driverId: null } }
        : row,
    )
    await route.fulfill({ response: answer, json: changed })
  })
  await page.goto('/trucks')
  const row = async (label: string) =>
    (await page.getByRole('row', { name: label }).getByRole('cell').allInnerTexts()).slice(1, 7)
  await page.getByRole('row', { name: 'T-1' }).waitFor()
  const make1 = 'Freightliner Cascadia'
  expect(await row('T-1')).toEqual(['T-1', make1, '2021', 'Łukasz Nguyễn', 'Unknown', 'Active'])
  expect(await row('T-2')).toEqual([
    'T-2',
    make1,
    '2021',
    'Unassigned',
    'Unassigned',
    'Maintenance',
  ])
  const looks = await page
    .locator('tbody td:nth-child(7) span')
    .evaluateAll((badges) => badges.map((badge) => getComputedStyle(badge).backgroundColor))
  expect(new Set(looks).size).toBe(2)
})

test('A2.lists.13 A4.badges.1 a load: route, badges, revenue, and what it does not have', async () => {
  const page = await app.enter()
  const states = { deliveryStatus: 'in_transit', paymentStatus: 'overdue' }
  await make(page, 'loads', { ...sampleOf('loads'), ...states, revenue: '12345.6' })
  await page.route('**/api/loads?*', async (route) => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as object[]
    const odd = { loadId: 'L-odd', paymentStatus: 'lost at sea', revenue: null, truckId: 5 }
    await route.fulfill({ response: answer, json: [...rows, { ...rows[0], id: 999, ...odd }] })
  })
  await page.goto('/loads')
  await page.getByRole('row', { name: 'L-odd' }).waitFor()
  const row = async (label: string) =>
    (await page.getByRole('row', { name: label }).getByRole('cell').allInnerTexts()).slice(1, 8)
  const lane = 'Dallas, TX -> Atlanta, GA'
  expect(await row('L-1')).toEqual([
    'L-1',
    'N/A',
    'N/A',
    lane,
    'In Transit',
    'Overdue',
    '$12,345.60',
  ])
  expect(await row('L-odd')).toEqual([
    'L-odd',
    'Unknown',
    'N/A',
    lane,
    'In Transit',
    'lost at sea',
    'N/A',
  ])
})

test('A5.driver.1 B19 a new driver: direct deposit, and a license that says that it expires today', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(new Date('2026-11-18T23:30:00'))
  await page.goto('/drivers')
  await button(page, 'Add Driver').first().click()
  const payment = page.getByLabel(/^Payment Method/)
  expect(await payment.locator('option:checked').innerText()).toBe('Direct Deposit')
  const options = await payment.locator('option').allInnerTexts()
  expect(options).toEqual(['Direct Deposit', 'Check', 'Cash', 'Wire Transfer'])
  expect(await page.getByLabel(/^License Expiry/).inputValue()).toBe('11/18/2026')
  await page.getByText('Expires today').waitFor()
  await page.getByLabel(/^License Expiry/).fill('11/19/2026')
  await page.getByLabel(/^Name/).focus()
  expect(await page.getByText('Expires today').count()).toBe(0)
})

test('A5.payment.1 how an owner is paid', async () => {
  const page = await app.enter()
  await page.goto('/owners')
  await button(page, 'Add Owner').first().click()
  await page.getByRole('dialog', { name: 'Add New Owner' }).waitFor()
  const values = await page
    .getByLabel(/^Payment Method/)
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect(values.filter(Boolean)).toEqual(['check', 'ach', 'wire', 'direct_deposit'])
})

test('A5.truck.1 a new truck is of this year; a year that cannot be read is 0; nobody owns it', async () => {
  const page = await app.enter()
  await page.clock.setFixedTime(new Date('2026-11-18T12:00:00'))
  await page.goto('/trucks')
  await button(page, 'Add Truck').first().click()
  const year = page.getByLabel(/^Year/)
  expect(await year.inputValue()).toBe('2026')
  await year.fill('new')
  await page.getByLabel(/^Make/).fill('Volvo')
  expect(await year.inputValue()).toBe('0')
  await page.getByLabel(/^Model/).fill('VNL')
  await page.getByLabel(/^Truck #/).fill('9')
  expect(await page.getByLabel(/^Owner/).innerText()).toContain('None')
  await button(page, 'Save').click()
  await toastOf(page, 'Truck added successfully').waitFor()
  const [truck] = (await (await page.request.get('/api/trucks')).json()) as object[]
  expect(truck).toMatchObject({
    year: 0,
    ownerId: null,
    driverId: null,
    status: 'active',
    vin: null,
  })
})

test('A5.generic.1 what is required asks for itself, and the first one gets the focus', async () => {
  const page = await app.enter()
  await page.goto('/dispatchers')
  await button(page, 'Add Dispatcher').first().click()
  await button(page, 'Save').click()
  for (const label of ['Name', 'Phone', 'Email'])
    await page.getByText(`${label} is required`, { exact: true }).waitFor()
  expect(await page.getByText('Extension is required').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  await page.getByLabel(/^Email/).fill('nobody')
  await page.getByLabel(/^Name/).focus()
  await page.getByText('Invalid email address').waitFor()
})

test('B9 B15 a duplicate says so at its field, and what was typed stays', async () => {
  const page = await app.enter()
  await make(page, 'trucks', sampleOf('trucks', 1))
  await page.goto('/trucks')
  await button(page, 'Add Truck').first().click()
  await page.getByLabel(/^Truck #/).fill('T-1')
  await page.getByLabel(/^Make/).fill('Volvo')
  await page.getByLabel(/^Model/).fill('VNL')
  app.expectComplaint(/409/)
  await button(page, 'Save').click()
  await toastOf(page, 'Failed to add truck').waitFor()
  expect(await page.getByText('Truck # T-1 already exists').count()).toBeGreaterThanOrEqual(2)
  expect(await page.getByLabel(/^Make/).inputValue()).toBe('Volvo')
})

test('B24 the question before a deletion says what it touches, and a truck with settlements stays', async () => {
  const page = await app.enter()
  const driver = await make(page, 'drivers', sampleOf('drivers'))
  const truck = await make(page, 'trucks', { ...sampleOf('trucks'), driverId: driver.id })
  await make(page, 'loads', { ...sampleOf('loads', 1), driverId: driver.id, truckId: truck.id })
  await make(page, 'loads', { ...sampleOf('loads', 2), driver2Id: driver.id, truckId: truck.id })
  await make(page, 'billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await page.goto('/drivers')
  await button(page, /^Delete/).click()
  await page.getByText('1 truck and 2 loads will no longer be linked to it.').waitFor()
  await button(page, 'Delete').click()
  await toastOf(page, 'Driver deleted successfully').waitFor()
  const [, load] = (await (await page.request.get('/api/loads')).json()) as object[]
  expect(load).toMatchObject({ driverId: null, truckId: truck.id })

  await page.goto('/trucks')
  await button(page, /^Delete/).click()
  await page.getByText("This truck has 1 settlement and can't be deleted.").waitFor()
  app.expectComplaint(/409/)
  await button(page, 'Delete').click()
  await toastOf(page, 'Failed to delete truck').waitFor()
})

test('B20 B21 a long list comes page by page, and the address brings it back', async () => {
  const page = await app.enter()
  for (let n = 1; n <= 30; n++)
    await make(page, 'dispatchers', { ...sampleOf('dispatchers'), name: `Person ${n}` })
  const asked: string[] = []
  page.on('request', (one) => asked.push(one.url()))
  await page.goto('/dispatchers')
  await page.getByText('1–25 of 30').waitFor()
  await button(page, 'Next page').click()
  await page.getByText('26–30 of 30').waitFor()
  await page.reload()
  await page.getByText('26–30 of 30').waitFor()
  await page.getByRole('searchbox').fill('person 3')
  await page.getByText('1–2 of 2').waitFor()
  await page.goBack()
  await page.getByText('26–30 of 30').waitFor()
  const lists = asked.filter((url) => url.includes('/api/dispatchers?'))
  expect(lists.length).toBeGreaterThan(2)
  for (const url of lists) expect(new URL(url).searchParams.get('limit')).toBe('25')
})
