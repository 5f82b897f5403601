/** Compares searches of loads with a plain condition, which no index serves, on random texts. */
import { shortOrLong } from '#server/testing/long.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { MAX_FOUND, type Found } from '#core/search/search.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client
let userId: string

/** Digits of several scripts, letters that change with their case, and wildcards of `like`. */
const PARTS = [
  ...['1', '0', '7', '00', '100', '12345', '123456', '9876543210', '٣٤٥٦٧', '１２３４５', '²'],
  ...['L-', 'l', 'PO', ' ', 'a b', '-', '%', '_', '\\', 'Ł', 'ı', 'İ', 'K', 'ß', '🚚'],
]
const text = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('').trim().normalize('NFC') || '0')

const LOADS = 300
const LINKED = 3

const label = fc.array(text, { minLength: LINKED, maxLength: LINKED })
const account = fc.record({
  labels: fc.record({
    trucks: label,
    trailers: label,
    drivers: label,
    brokers: label,
    dispatchers: label,
  }),
  loads: fc.array(
    fc.record({
      texts: fc.array(fc.option(text), { minLength: 6, maxLength: 6 }),
      links: fc.array(fc.nat(LINKED), { minLength: 6, maxLength: 6 }),
    }),
    { minLength: LOADS, maxLength: LOADS },
  ),
})
const [given] = fc.sample(account, 1)
if (!given) throw new Error('No account')
const texts = [
  ...Object.values(given.labels).flat(),
  ...given.loads.flatMap((load) => load.texts.filter((one) => one !== null)),
]

beforeAll(async () => {
  me = await signUp(app)
  userId = await readAccountId(me)
  const { trucks, trailers, drivers, brokers, dispatchers } = given.labels
  const named = (names: string[]) => sql`unnest(${names}::text[]) with ordinality as one (name, n)`
  await sql`insert into trucks (user_id, truck_id, make, model, year)
    select ${userId}, n || ' ' || name, 'A', 'B', 2020 from ${named(trucks)}`.execute(database)
  await sql`insert into trailers (user_id, trailer_id)
    select ${userId}, n || ' ' || name from ${named(trailers)}`.execute(database)
  await sql`insert into drivers (user_id, name, email, phone, address, license_number, license_state, license_expiration, payment_method)
    select ${userId}, name, 'd@example.com', '1', 'A', '1', 'TX', '2030-01-01', 'ach' from ${named(drivers)}`.execute(
    database,
  )
  await sql`insert into brokers (user_id, company_name) select ${userId}, n || ' ' || name from ${named(brokers)}`.execute(
    database,
  )
  await sql`insert into dispatchers (user_id, name, phone, email)
    select ${userId}, name, '1', 'd@example.com' from ${named(dispatchers)}`.execute(database)
  const linked = (table: string, n = 0) =>
    sql`(select id from ${sql.table(table)} as linked where user_id = ${userId} order by id offset ${n} limit 1)`
  for (const [n, { texts: own, links }] of given.loads.entries()) {
    const [loadId, ...others] = own
    await sql`insert into loads (user_id, load_id, pickup_city, delivery_city, broker_load_number, po_number, bol_number,
        truck_id, driver_id, driver2_id, broker_id, dispatcher_id, trailer_id, pickup_state, pickup_date, delivery_state, revenue)
      values (${userId}, ${`${loadId ?? ''}x${n}`}, ${sql.join(others)}, ${linked('trucks', links[0])},
        ${linked('drivers', links[1])}, ${linked('drivers', links[2])}, ${linked('brokers', links[3])},
        ${linked('dispatchers', links[4])}, ${linked('trailers', links[5])}, 'TX', '2026-01-01', 'GA', 1)`.execute(
      database,
    )
  }
})

/** A part of a text of the account, perhaps in another case or with another end. */
const search = fc
  .record({
    source: fc.constantFrom(...texts),
    from: fc.nat(5),
    length: fc.integer({ min: 2, max: 14 }),
    change: fc.constantFrom('', '', 'lower', 'upper', 'end'),
  })
  .map(({ source, from, length, change }) => {
    const part = [...source].slice(from % source.length, from + length).join('')
    if (change === 'lower') return part.toLowerCase()
    if (change === 'upper') return part.toUpperCase()
    return change === 'end' ? `${part}1` : part
  })
  .map((part) => part.trim().normalize('NFC'))
  .filter((part) => [...part].length > 1)

test('B20 C127 A search finds the loads whose texts or labels contain it, whichever index is read', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(search, async (typed) => {
      const expected = await findPlainly(typed)
      const { body: whole } = await me.get<Body[]>(
        `/api/loads?${new URLSearchParams({ search: typed })}`,
      )
      expect(whole.map(({ id }) => id)).toEqual(expected)
      const query = new URLSearchParams({ search: typed, limit: '20' })
      const { body: page, headers } = await me.get<Body[]>(`/api/loads?${query}`)
      expect(page.map(({ id }) => id)).toEqual(expected.slice(0, 20))
      expect(headers['x-total-count']).toBe(String(expected.length))
      if (/\d{5}/.test(typed) && expected.length) found++
    }),
    { numRuns: shortOrLong(40, 400) },
  )
  expect(found).toBeGreaterThan(5)
})

test('B40 C127 The palette finds the loads whose number or reference contains the text', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(search, async (typed) => {
      const expected = await findNumbersPlainly(typed)
      const { body } = await me.get<Found[]>(`/api/search?${new URLSearchParams({ q: typed })}`)
      const loads = body.filter(({ entity }) => entity === 'loads').map(({ record }) => record.id)
      expect(loads).toHaveLength(Math.min(expected.length, MAX_FOUND))
      expect(expected).toEqual(expect.arrayContaining(loads))
      if (expected.length) found++
    }),
    { numRuns: shortOrLong(40, 400) },
  )
  expect(found).toBeGreaterThan(5)
})

async function findNumbersPlainly(typed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from loads where user_id = ${userId}
      and exists (select from unnest(array[load_id, broker_load_number, po_number, bol_number, pickup_number]) as one (content)
        where strpos(lower(content collate "default"), lower(${typed} collate "default")) > 0)`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

async function findPlainly(typed: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select loads.id from loads
      left join trucks on trucks.id = loads.truck_id left join drivers on drivers.id = loads.driver_id
      left join drivers as second on second.id = loads.driver2_id left join brokers on brokers.id = loads.broker_id
      left join dispatchers on dispatchers.id = loads.dispatcher_id
      left join trailers on trailers.id = loads.trailer_id
    where loads.user_id = ${userId} and exists (select from unnest(array[load_id, pickup_city, pickup_state, delivery_city,
        delivery_state, broker_load_number, po_number, bol_number, pickup_number, trucks.truck_id, drivers.name, second.name,
        brokers.company_name, dispatchers.name, trailers.trailer_id]::text[]) as one (content)
      where strpos(lower(content collate "default"), lower(${typed} collate "default")) > 0)
    order by loads.id desc`.execute(database)
  return rows.map(({ id }) => id)
}
