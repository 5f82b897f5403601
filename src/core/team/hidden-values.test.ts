import { expect, test } from 'vitest'
import { entities, everyEntity } from '#core/entities/entities.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { fillHidden } from './hidden-values.ts'
import { listPermissions, type Permission } from './roles.ts'

const NO_REVENUE = { dispatcherRevenue: false, viewerRevenue: false, driverRevenue: false }
const DISPATCHER = listPermissions('dispatcher', NO_REVENUE)
const declared = everyEntity.flatMap(({ name, label, fields }) =>
  Object.entries(fields).map(([field, of]) => ({ at: `${name}.${field}`, label, field, of })),
)

test('C73 Every secret and every amount of a record is hidden from some roles', () => {
  const money = (of: Field) => of.secret ?? of.control === 'money'
  const undecided = declared.filter(({ of }) => money(of) && !of.seenBy)
  expect(undecided.map(({ at }) => at)).toEqual([])
})

test('C73 Who sees the hidden fields of records', () => {
  const listSeenBy = (permission: Permission) =>
    declared.filter(({ of }) => of.seenBy === permission).map(({ at }) => at)
  const ofPayees = ['paymentMethod', 'offsetTrucks', 'statementEmail', 'backupWithholding']
  expect(listSeenBy('settlements')).toEqual(
    ['drivers', 'owners'].flatMap((name) => ofPayees.map((field) => `${name}.${field}`)),
  )
  expect(listSeenBy('revenue')).toEqual([
    'brokers.quickPayPercent',
    'brokers.creditLimit',
    'loads.revenue',
  ])
  expect(listSeenBy('secrets')).toEqual(
    ['drivers', 'owners'].flatMap((name) => [`${name}.taxId`, `${name}.bankDetails`]),
  )
})

test('C73 A number, a label and a link are never hidden: messages and lists name them', () => {
  const hidden = declared.filter(({ of }) => of.seenBy)
  expect(hidden.length).toBeGreaterThan(5)
  const named = hidden.filter(({ of, field, label }) => of.unique ?? of.to ?? field === label)
  expect(named.map(({ at }) => at)).toEqual([])
})

test.each(everyEntity)(
  'C73 A new record of $name has valid values in fields its author does not see',
  (entity) => {
    const values = fillHidden(entity.fields, new Set<Permission>(['office']))
    const shape = Object.keys(values).map((name) => [name, entity.fields[name]] as const)
    const schema = newRecordSchema(
      Object.fromEntries(shape.flatMap(([name, of]) => (of ? [[name, of]] : []))),
    )
    expect(schema.parse(values)).toEqual(values)
  },
)

test('C73 A load that a dispatcher adds without seeing revenue has a revenue of 0.00', () => {
  expect(fillHidden(entities.loads.fields, DISPATCHER)).toEqual({ revenue: '0.00' })
  expect(fillHidden(entities.drivers.fields, DISPATCHER)).toMatchObject({
    paymentMethod: 'direct-deposit',
    taxId: null,
    bankDetails: null,
  })
  expect(fillHidden(entities.loads.fields, listPermissions('admin', NO_REVENUE))).toEqual({})
})
