/** MC and DOT numbers and VINs are unique by what they mean, in databases of older versions too (SPEC C433). */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DOCKET, SERIAL, USDOT } from '#core/fields/number-keys.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { testApp } from '#server/testing/test-app.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'

const { database } = await testApp()

test('C433 The database and the app have the same keys', async () => {
  const piece = fc.constantFrom(
    'MC',
    'mc',
    'FF',
    'US',
    'DOT',
    '-',
    ' ',
    '#',
    '.',
    ':',
    '0',
    '0',
    '1',
    '77',
    '9',
    'B',
    'x',
    'é',
    'No.',
    'Number',
    '/',
    '_',
    '(',
    ...'\t\u00A0\u00AD\u1680\u2009\u200B\u2011\u2013\u2028\u202F\u205F\u2060\u2116\u2212\uFE58\uFE63\uFEFF\u017F',
  )
  const texts = fc.sample(fc.array(piece, { minLength: 1, maxLength: 8 }), {
    numRuns: 2000,
    seed: 1,
  })
  const typed = [...new Set(texts.map((text) => text.join('').trim()))].filter(Boolean)
  for (const key of [DOCKET, USDOT, SERIAL]) {
    const { rows } = await sql<{
      one: string
      key: string
    }>`select one, ${sql.ref(key.sql)}(one) as key
      from unnest(${typed}::text[]) as one`.execute(database)
    expect(rows.map((row) => [row.one, row.key])).toEqual(typed.map((one) => [one, key.of(one)]))
  }
})

test('C433 Records that had one number in two spellings before stay, and no third one is added', async () => {
  const connection = await emptyDatabase()
  await migrate(connection, '0001-baseline')
  const old = openDatabase(connection, () => undefined)
  const account = randomUUID()
  const write = (statement: ReturnType<typeof sql>) => statement.execute(old)
  await write(sql`insert into users (id) values (${account})`)
  for (const number of ['MC-1', '1', 'MC 01', '2'])
    await write(
      sql`insert into brokers (user_id, company_name, mc_number) values (${account}, 'A', ${number})`,
    )
  for (const vin of ['1FUJ-1', '1fuj1'])
    await write(sql`insert into trucks (user_id, truck_id, make, model, year, vin)
      values (${account}, ${vin}, 'A', 'B', 2024, ${vin})`)
  const audits = await sql`select 1 from audit`.execute(old)

  await migrate(connection)
  const { rows } = await sql<{
    number: string
    version: number
  }>`select mc_number as number, version
    from brokers where user_id = ${account} and old_double order by id`.execute(old)
  expect(rows).toEqual([
    { number: '1', version: 1 },
    { number: 'MC 01', version: 1 },
  ])
  expect((await sql`select 1 from audit`.execute(old)).rows).toHaveLength(audits.rows.length)
  const third = sql`insert into brokers (user_id, company_name, mc_number) values (${account}, 'A', 'mc#1')`
  await expect(write(third)).rejects.toThrow('brokers_mc_number_key')
  const truck = sql`insert into trucks (user_id, truck_id, make, model, year, vin) values (${account}, 'x', 'A', 'B', 2024, '1FUJ 1')`
  await expect(write(truck)).rejects.toThrow('trucks_vin_key')

  // Another spelling stays double; another number is unique from then on.
  await write(sql`update brokers set mc_number = 'MC#1', phone = '7' where mc_number = '1'`)
  await write(sql`update brokers set mc_number = '9' where mc_number = 'MC#1'`)
  const same = sql`update brokers set mc_number = 'MC-9' where mc_number = '2'`
  await expect(write(same)).rejects.toThrow('brokers_mc_number_key')
  await expect(
    write(sql`update brokers set mc_number = 'MC 1' where mc_number = '9'`),
  ).rejects.toThrow('brokers_mc_number_key')
  await write(sql`update trucks set vin = '2' where vin = '1fuj1'`)
  const vin = sql`insert into trucks (user_id, truck_id, make, model, year, vin) values (${account}, 'y', 'A', 'B', 2024, '-2')`
  await expect(write(vin)).rejects.toThrow('trucks_vin_key')
  await old.destroy()
})
