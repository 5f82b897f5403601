import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { defaultColumns, type Entity } from '#core/entities/entity.ts'
import { makeSample } from '#server/testing/samples.ts'
import { expectAccessible, create, startApp, findToast } from './app.ts'
import { button, fill, hold } from './steps.ts'

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

function labelField({ fields, label }: Entity) {
  return new RegExp(`^${fields[label]?.label}( \\*)?$`)
}

const ENTITIES = everyEntity.map((entity) => ({
  entity,
  name: entity.name,
  statement: COLUMNS[entity.name]?.[0],
}))

describe.each(ENTITIES)('$name', ({ entity, name, statement }) => {
  const { singular } = entity
  const lower = singular.toLowerCase()

  test(`A2.lists.1 A2.lists.2 A2.lists.3 ${statement} An empty list shows its columns`, async () => {
    const page = await app.enter()
    const release = await hold(page, `**/api/${name}?*`)
    await page.goto(`/${name}`)
    await page.getByRole('heading', { level: 1, name: TITLES[name] ?? '', exact: true }).waitFor()
    expect(await page.title()).toBe(`${TITLES[name]} · Haulbook`)
    await page.getByText(entity.description, { exact: true }).waitFor()
    await button(page, `Add ${singular}`).first().waitFor()
    await page.locator('table[aria-busy=true] .animate-pulse').first().waitFor()
    release()
    await page.getByText('No data available').waitFor()
    const heads = await page.getByRole('columnheader').allInnerTexts()
    expect(heads).toEqual([...(COLUMNS[name]?.[1] ?? []), 'Actions'])
    expect(defaultColumns(entity)).toHaveLength(heads.length - 1)
    await expectAccessible(page)
  })

  async function openListOfOne() {
    const page = await app.enter()
    const sample = makeSample(name, 1)
    await create(page, name, sample)
    await page.goto(`/${name}`)
    const label = String(sample[entity.label])
    await page.getByText(label).first().waitFor()
    return { page, label }
  }

  test('A2.lists.4 Each row has its action buttons', async () => {
    const { page, label } = await openListOfOne()
    const actions = page.getByRole('row').last().getByRole('button')
    const more = name === 'loads' ? ['View', 'Duplicate'] : []
    const names = [...more, 'Edit', 'Delete']
    for (const action of names) await button(page, `${action} ${label}`).waitFor()
    await button(page, `More actions for ${label}`).waitFor()
    expect(await actions.count()).toBe(names.length + 1)
    await expectAccessible(page)
  })

  test('A2.lists.5 A2.lists.6 A4.forms.1 A7.2 A8.entity.1 A row can be edited', async () => {
    const { page, label } = await openListOfOne()
    await button(page, `Edit ${label}`).click()
    const dialog = page.getByRole('dialog', { name: `Edit ${singular}` })
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel(labelField(entity)).fill('Changed')
    const release = await hold(page, `**/api/${name}/*`)
    await button(page, 'Save').click()
    await button(page, 'Saving...').waitFor()
    release()
    await findToast(page, `${singular} updated successfully`).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Changed/ }).waitFor()
  })

  test('A2.lists.7 A7.2 A8.entity.1 A row can be deleted after a confirmation', async () => {
    const { page, label } = await openListOfOne()
    await button(page, `Delete ${label}`).click()
    await page.getByText(`Are you sure you want to delete ${label}?`).waitFor()
    await expectAccessible(page)
    await button(page, 'Delete').click()
    await findToast(page, `${singular} deleted successfully`).waitFor()
    await page.getByText('No data available').waitFor()
  })

  test('A2.lists.5 A8.entity.1 A8.entity.2 A8.error.1 A failed add keeps what was typed', async () => {
    const page = await app.enter()
    await page.goto(`/${name}`)
    await button(page, `Add ${singular}`).first().click()
    const dialog = page.getByRole('dialog', { name: `Add New ${singular}` })
    await fillIn(page, entity)
    await page.route(`**/api/${name}`, (route) => route.fulfill({ status: 418, body: 'no tea' }))
    app.expectComplaint(/418/)
    await button(page, 'Save').click()
    await findToast(page, `Failed to add ${lower}`).filter({ hasText: '418: no tea' }).waitFor()
    expect(await dialog.isVisible()).toBe(true)
    await page.unrouteAll()
    await button(page, 'Save').click()
    await findToast(page, `${singular} added successfully`).waitFor()
    expect((await page.request.get(`/api/${name}`)).headers()['x-total-count']).toBe('1')
  })

  test('A8.entity.2 B9 A failed update and a failed deletion are reported', async () => {
    const page = await app.enter()
    const sample = makeSample(name, 1)
    await create(page, name, sample)
    await page.goto(`/${name}`)
    await page.route(`**/api/${name}/*`, (route) =>
      ['PUT', 'DELETE'].includes(route.request().method()) ? route.abort() : route.continue(),
    )
    app.expectComplaint(/ERR_FAILED/)
    await button(page, /^Edit/).click()
    await page.getByLabel(labelField(entity)).fill('Changed')
    await button(page, 'Save').click()
    await findToast(page, `Failed to update ${lower}`).waitFor()
    expect(await page.getByLabel(labelField(entity)).inputValue()).toBe('Changed')
    await button(page, 'Cancel').click()
    await button(page, 'Discard').click()

    await button(page, /^Delete/).click()
    await button(page, 'Delete').click()
    await findToast(page, `Failed to delete ${lower}`).waitFor()
    await page.getByText(String(sample[entity.label])).first().waitFor()
  })

  test('B22 A conflict shows both versions, and the user chooses one', async () => {
    const page = await app.enter()
    const record = await create(page, name, makeSample(name))
    await page.goto(`/${name}`)
    await button(page, /^Edit/).click()
    await page.getByLabel(labelField(entity)).fill('Mine')
    const other = { ...makeSample(name), [entity.label]: 'Other' }
    await page.request.put(`/api/${name}/${record.id}`, { data: other })
    app.expectComplaint(/412/)
    await button(page, 'Save').click()
    await page.getByText('Other').first().waitFor()
    await expectAccessible(page)
    await button(page, 'Keep my version').click()
    await findToast(page, `${singular} updated successfully`).waitFor()
    await page.getByRole('row', { name: /Mine/ }).waitFor()
  })
})

/** Fills in the required fields. */
async function fillIn(page: Page, entity: Entity): Promise<void> {
  const sample = makeSample(entity.name, 1)
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
