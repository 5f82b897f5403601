/** The database's tables equal the declarations. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { loadCharges } from '#core/charges/charges.ts'
import { companyFields } from '#core/settings/company.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { settableFields } from '#core/entities/entity.ts'
import type { Control, Field, Fields } from '#core/fields/field.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { views } from '#core/lists/views.ts'
import { lineFields } from '#core/settlements/lines.ts'
import { ruleFields } from '#core/settlements/rules.ts'
import { everyTable } from '#core/tables.ts'
import { camelCase, snakeCase } from '#server/database/values.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app, database } = await testApp()

const EVERY_TABLE = ['userId', 'id', 'version', 'createdAt', 'updatedAt']

/** Columns that neither a form nor the audit log shows. */
const HIDDEN: Record<string, string[]> = {
  views: ['personId'],
  billing: ['statementUrl'],
  comments: ['personId'],
  contacts: ['personId'],
  invoices: ['lastEntryOn'],
  questions: ['answerReadAt'],
  upload_links: ['tokenHash', 'expiresAt'],
}

/** Their fields are those of a person, too. */
const OF_PERSONS = ['members', 'invitations']

const columnsOf: [table: string, columns: string[]][] = [
  ...everyEntity.map(({ name, fields, computed = [], internal = [] }): [string, string[]] => [
    name,
    [...Object.keys(fields), ...computed, ...internal],
  ]),
  [views.name, Object.keys(views.fields)],
  ...everyTable
    .filter(([name, { singular }]) => singular && !OF_PERSONS.includes(name))
    .map(([name, { fields, stored }]): [string, string[]] => [
      name,
      // The miles since the last reading are counted when the readings are read.
      Object.keys({ ...fields, ...stored }).filter((field) => field !== 'milesSince'),
    ]),
]

test.each(columnsOf)('Table %s has exactly the declared columns', async (table, columns) => {
  const names = (await readColumns(table)).map(({ name }) => name)
  const declared = new Set([...columns, ...(HIDDEN[table] ?? [])])
  expect(names.filter((name) => !EVERY_TABLE.includes(name)).toSorted()).toEqual(
    [...declared].toSorted(),
  )
})

const TYPES: Partial<Record<Control, string>> = {
  day: 'date',
  money: 'numeric',
  quantity: 'numeric',
  year: 'integer',
  count: 'integer',
  weekday: 'integer',
  reference: 'bigint',
  none: 'jsonb',
}

const forms: { table: string; fields: Fields }[] = [
  ...everyEntity.map(({ name, fields }) => ({ table: name, fields })),
  ...everyTable.flatMap(([table, { list }]) =>
    list ? [{ table, fields: settableFields(list.listing.fields) }] : [],
  ),
  { table: 'billing', fields: settlementFields },
  { table: 'views', fields: views.fields },
  { table: 'expenses', fields: lineFields },
  { table: 'deduction_rules', fields: ruleFields },
  { table: 'load_charges', fields: loadCharges.fields },
  { table: 'settings', fields: companyFields },
]

type Column = { name: string; type: string; nullable: boolean }

async function readColumns(table: string): Promise<Column[]> {
  const { rows } =
    await sql<Column>`select column_name as name, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
      database,
    )
  return rows.map((row) => ({
    ...row,
    name: camelCase(row.name),
  }))
}

describe.each(forms)('table $table', ({ table, fields }) => {
  test('has the column type of each field, nullable only if the field is optional', async () => {
    const columns = new Map((await readColumns(table)).map((column) => [column.name, column]))
    for (const [name, field] of Object.entries<Field>(fields)) {
      const stored = typeof field.defaultValue === 'boolean' ? 'boolean' : TYPES[field.control]
      const type = field.secret ? 'bytea' : (stored ?? 'text')
      // The settings' columns with sample values are nullable, because they may be blank.
      const nullable =
        field.schema.safeParse(null).data === null && field.schema.safeParse(null).success
      expect({ name, ...columns.get(name) }).toEqual({ name, type, nullable })
    }
  })

  test('has a constraint name that leads a duplicate to its field', async () => {
    const unique = Object.entries<Field>(fields).filter(([, field]) => field.unique)
    const wanted = unique.map(([name]) => `${table}_${snakeCase(name)}_key`)
    const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name
      from pg_index where indrelid = ${table}::regclass and indisunique`.execute(database)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted))
  })
})

test('B17 The database rejects a link to another account’s record', async () => {
  const [me, other] = [await signUp(app), await signUp(app)]
  const driver = (await other.post('/api/drivers', makeSample('drivers'))).body
  const rejected = await me.post('/api/trucks', { ...makeSample('trucks'), driverId: driver.id })
  expect([rejected.status, rejected.body.fields]).toEqual([
    400,
    { driverId: ['Driver was not found'] },
  ])
  const nothing = await me.post('/api/trucks', { ...makeSample('trucks'), driverId: 99999999 })
  expect(nothing.text).toBe(rejected.text)
  const truck = (await me.post('/api/trucks', makeSample('trucks'))).body
  const direct = sql`update trucks set driver_id = ${driver.id} where id = ${truck.id}`.execute(
    database,
  )
  await expect(direct).rejects.toThrow(/trucks_driver_id_fkey/)
})

test.each([
  ['2026-11-20', 3, 2026],
  ['2026-11-01', 1, 2026],
  ['2026-11-07', 1, 2026],
  ['2026-11-08', 2, 2026],
  ['2024-02-29', 5, 2024],
  ['2026-08-31', 6, 2026],
  ['2000-01-01', 1, 2000],
])('B25 %s is in week %i of %i', async (day, weekNumber, weekYear) => {
  const me = await signUp(app)
  const sample = {
    ...makeSample('loads'),
    pickupDate: '2020-05-05',
    deliveryDate: day,
    settlementDate: null,
  }
  const { body } = await me.post('/api/loads', sample)
  expect(body).toMatchObject({ weekNumber, weekYear })
  const moved = await me.put(`/api/loads/${body.id}`, { ...body, settlementDate: '2026-11-20' })
  expect(moved.body).toMatchObject({ weekNumber: 3, weekYear: 2026 })
})
