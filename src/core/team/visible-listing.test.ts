import { expect, test } from 'vitest'
import { allColumns, defaultColumns, type Entity } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { Permission } from './roles.ts'
import { hideFields, canSeeView } from './visible-listing.ts'

const DISPATCHER: ReadonlySet<Permission> = new Set(['everyone', 'office', 'loads', 'fleet'])
const WITH_REVENUE: ReadonlySet<Permission> = new Set([...DISPATCHER, 'revenue'])

const loads = getEntity('loads')
const { revenue } = loads.fields
if (!revenue) throw new Error('Loads have no revenue')
const listing: Entity = {
  ...loads,
  fields: { ...loads.fields, revenue: { ...revenue, seenBy: 'revenue' } },
  columns: [...loads.columns, { title: 'Miles', fields: ['miles'], second: { field: 'revenue' } }],
}

test('C82 Fields, columns, second lines, filters and totals of a hidden field are not offered', () => {
  const shown = hideFields(listing, DISPATCHER)
  expect(Object.keys(shown.fields)).not.toContain('revenue')
  const columns = [...defaultColumns(shown), ...allColumns(shown)]
  expect(columns.flatMap(({ fields }) => fields)).not.toContain('revenue')
  expect(defaultColumns(shown).at(-1)).toEqual({ title: 'Miles', fields: ['miles'] })
  expect(shown.totals).toEqual({ miles: 'Miles' })
  expect(listing.fields).toHaveProperty('revenue')
})

test('C82 Nothing is hidden from a role that sees all fields', () => {
  expect(hideFields(listing, WITH_REVENUE)).toBe(listing)
})

test.each([
  ['revenue.from=100', false],
  ['revenue.to=100&deliveryStatus=delivered', false],
  ['sort=-revenue', false],
  ['columns=loadId,revenue', false],
  ['columns=loadId%2Crevenue', false],
  ['deliveryStatus=delivered&sort=pickupDate&columns=loadId,miles', true],
  ['search=revenue', true],
])('C82 A view is offered only if it needs no hidden field: %s', (address, seen) => {
  const view = { name: 'Mine', address }
  expect(canSeeView(listing, view, DISPATCHER)).toBe(seen)
  expect(canSeeView(listing, view, WITH_REVENUE)).toBe(true)
  const views = hideFields({ ...listing, views: [view] }, DISPATCHER).views
  expect(views).toHaveLength(seen ? 1 : 0)
})
