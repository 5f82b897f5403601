/** Compares pages of a search with the same part of all matches, in a list that is longer than what a search reads first. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let me: Client

const LOADS = 7_000

/** By city: the loads that have it, which are numbered from the oldest. */
const CITIES: Record<string, (n: number) => boolean> = {
  Everywhere: (n) => n % 70 === 0,
  'New and Old': (n) => n > 6_970 || (n >= 3_000 && n < 3_005) || n <= 20,
  'Mostly Old': (n) => n > 6_995 || n <= 60,
  'Between Only': (n) => n > 1_000 && n <= 1_040,
}

beforeAll(async () => {
  me = await signUp(app)
  const userId = await readAccountId(me)
  const numbers = Array.from({ length: LOADS }, (_, index) => index + 1)
  const cities = numbers.map((n) =>
    Object.keys(CITIES)
      .filter((city) => CITIES[city]?.(n))
      .join(', '),
  )
  await sql`insert into loads (user_id, load_id, pickup_city, pickup_state, pickup_date, delivery_state, delivery_status, revenue)
    select ${userId}::uuid, 'L-' || n, nullif(city, ''), 'TX', '2026-01-01'::date + n::int / 100, 'GA',
      (array['pending', 'delivered'])[1 + n % 2], 1
    from unnest(${cities}::text[]) with ordinality as one (city, n)`.execute(database)
})

async function readNumbers(query: string): Promise<unknown[]> {
  const { body } = await me.get<Body[]>(`/api/loads?${query}`)
  return body.map(({ loadId }) => loadId)
}

test.each(Object.keys(CITIES))(
  'B20 Each page of the search "%s" is that part of all matches',
  async (city) => {
    const all = Array.from({ length: LOADS }, (_, index) => LOADS - index)
      .filter((n) => CITIES[city]?.(n))
      .map((n) => `L-${n}`)
    for (const limit of [25, 50])
      for (let offset = 0; offset <= all.length; offset += 5)
        expect(await readNumbers(`search=${city}&limit=${limit}&offset=${offset}`)).toEqual(
          all.slice(offset, offset + limit),
        )
  },
)

test.each(['deliveryStatus=delivered', 'pickupDate.to=2026-03-05'])(
  'B20 Each page of a search with the filter %s is that part of all matches',
  async (filter) => {
    for (const city of Object.keys(CITIES)) {
      const all = await readNumbers(`search=${city}&${filter}`)
      for (let offset = 0; offset <= all.length; offset += 10)
        expect(await readNumbers(`search=${city}&${filter}&limit=50&offset=${offset}`)).toEqual(
          all.slice(offset, offset + 50),
        )
    }
  },
)
