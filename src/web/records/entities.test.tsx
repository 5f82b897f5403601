/** The list and the form of each entity. */
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { defaultColumns, type Entity } from '#core/entities/entity.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  answer,
  call,
  create,
  enter,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  hold,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const COLUMNS: Record<string, [statement: string, columns: string[]]> = {
  drivers: [
    'A2.lists.8',
    ['Driver', 'Phone', 'Email', 'License #', 'License State', 'License Expiry', 'Payment Method'],
  ],
  owners: ['A2.lists.9', ['Owner Name', 'Phone', 'Email', 'Payment Method']],
  trucks: ['A2.lists.10', ['Truck #', 'Make/Model', 'Year', 'Owner', 'Driver', 'Status']],
  trailers: ['C520', ['Trailer #', 'Kind', 'Year', 'Plate', 'Owner', 'Status']],
  brokers: ['A2.lists.11', ['Company Name', 'Contact Person', 'Phone', 'Email', 'MC Number']],
  dispatchers: ['A2.lists.12', ['Name', 'Phone', 'Extension', 'Email']],
  loads: ['A2.lists.13', ['Load #', 'Truck', 'Driver', 'Route', 'Delivery', 'Payment', 'Revenue']],
}

const TITLES: Record<string, string> = {
  drivers: 'Drivers',
  owners: 'Truck Owners',
  trucks: 'Trucks',
  trailers: 'Trailers',
  brokers: 'Brokers',
  dispatchers: 'Dispatchers',
  loads: 'Loads',
}

const ENTITIES = everyEntity.map((entity) => ({
  entity,
  name: entity.name,
  statement: COLUMNS[entity.name]?.[0],
}))

describe.each(ENTITIES)('$name', ({ entity, name, statement }) => {
  const { singular } = entity
  const lower = singular.toLowerCase()
  const labelOf = (field: string) => String(entity.fields[field]?.label)
  const one = new RegExp(`^/api/${name}/`)

  test(`A2.lists.1 A2.lists.2 A2.lists.3 ${statement} An empty list shows its columns`, async () => {
    await enter()
    const release = hold('GET', new RegExp(`^/api/${name}\\?`))
    await open(`/${name}`)
    await screen.findByRole('heading', { level: 1, name: TITLES[name] ?? '' })
    expect(document.title).toBe(`${TITLES[name]} · Haulbook`)
    await findText(entity.description)
    await screen.findAllByRole('button', { name: `Add ${singular}` })
    const pulse = () => document.querySelector('table[aria-busy=true] .animate-pulse')
    await waitFor(() => expect(pulse()).not.toBe(null))
    release()
    await findText('No data available')
    const heads = [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
    expect(heads).toEqual([...(COLUMNS[name]?.[1] ?? []), 'Actions'])
    expect(defaultColumns(entity)).toHaveLength(heads.length - 1)
  })

  test('A2.lists.4 A2.lists.5 A2.lists.6 A2.lists.7 A4.forms.1 A7.2 A8.entity.1 A row is edited and deleted by its buttons', async () => {
    await enter()
    const sample = makeSample(name, 1)
    await create(name, sample)
    const label = String(sample[entity.label])
    await open(`/${name}`)
    await findButton(`Delete ${label}`)
    const row = document.querySelector<HTMLElement>('tbody tr')
    const buttons = row ? within(row).getAllByRole('button') : []
    const actions = [...(name === 'loads' ? ['View', 'Duplicate'] : []), 'Edit', 'Delete']
    const names = [...actions.map((action) => `${action} ${label}`), `More actions for ${label}`]
    for (const button of buttons) expect(names).toContain(button.getAttribute('aria-label'))
    expect(buttons).toHaveLength(names.length)

    await press(`Edit ${label}`)
    const dialog = await screen.findByRole('dialog', { name: `Edit ${singular}` })
    await findButton('Cancel', dialog)
    await fill({ [labelOf(entity.label)]: 'Changed' })
    const release = hold('PUT', one)
    await press('Save')
    await findButton('Saving...')
    release()
    await findToast(`${singular} updated successfully`)
    await waitFor(() => expect(dialog.isConnected).toBe(false))

    await press('Delete Changed')
    await findText('Are you sure you want to delete Changed?')
    await press('Delete')
    await findToast(`${singular} deleted successfully`)
    await findText('No data available')
  })

  test('A2.lists.5 A8.entity.1 A8.entity.2 A8.error.1 A failed add keeps what was typed', async () => {
    await enter()
    await open(`/${name}?add`)
    const dialog = await screen.findByRole('dialog', { name: `Add New ${singular}` })
    await fillIn(entity)
    const restore = answer('POST', new RegExp(`^/api/${name}$`), 418, 'no tea')
    await press('Save')
    await findText('418: no tea', await findToast(`Failed to add ${lower}`))
    expect(dialog.isConnected).toBe(true)
    restore()
    await press('Save')
    await findToast(`${singular} added successfully`)
    expect(await call('GET', `/api/${name}`)).toHaveLength(1)
  })

  test('A8.entity.2 B9 B22 A failed save and deletion are reported; a conflict asks which version to keep', async () => {
    await enter()
    const sample = makeSample(name, 1)
    const record = await create(name, sample)
    const label = String(sample[entity.label])
    await open(`/${name}`)
    const restoreSaves = answer('PUT', one, 0)
    const restoreDeletions = answer('DELETE', one, 0)
    await press(`Edit ${label}`)
    await fill({ [labelOf(entity.label)]: 'Mine' })
    await press('Save')
    await findToast(`Failed to update ${lower}`)
    expect((await findField(labelOf(entity.label))).value).toBe('Mine')
    await press('Cancel')
    await press('Discard')

    await press(`Delete ${label}`)
    await press('Delete')
    await findToast(`Failed to delete ${lower}`)
    await user.keyboard('{Escape}')
    restoreSaves()
    restoreDeletions()

    await press(`Edit ${label}`)
    await fill({ [labelOf(entity.label)]: 'Mine' })
    await call('PUT', `/api/${name}/${record.id}`, { ...sample, [entity.label]: 'Other' })
    await press('Save')
    await findText('Other', await screen.findByRole('dialog', { name: 'This record was changed' }))
    await press('Keep my version')
    await findToast(`${singular} updated successfully`)
    await findButton('Edit Mine')
  })
})

/** Fills in the required fields. */
async function fillIn(entity: Entity): Promise<void> {
  const sample = makeSample(entity.name, 1)
  if (entity.name === 'loads') return fillInLoad()
  for (const [name, field] of Object.entries(entity.fields)) {
    if (name in sample && field.control !== 'choice')
      await fill({ [field.label]: String(sample[name]) })
  }
}

async function fillInLoad(): Promise<void> {
  await fill({ 'Load #': 'L-1' })
  await user.click(await screen.findByRole('tab', { name: 'Route' }))
  await fill({ 'Pickup State': 'TX', 'Pickup Date': '11/16/2026', 'Delivery State': 'GA' })
  await user.click(await screen.findByRole('tab', { name: 'Financial' }))
  await fill({ Revenue: '100' })
}
