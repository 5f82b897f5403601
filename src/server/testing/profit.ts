/** Reads profit, and makes costs and card purchases for its tests. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Amount } from '#core/money.ts'
import type { Profit } from '#core/profit/profit.ts'
import type { Database } from '#server/database/open.ts'
import type { Body, Client } from './test-app.ts'

export const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

export async function fetchProfit(me: Client, by: string, days = NOVEMBER): Promise<Profit> {
  const { status, body } = await me.get<Profit>(`/api/profit?by=${by}&${days}`)
  expect(status).toBe(200)
  return body
}

export async function addCost(me: Client, values: object): Promise<Body> {
  const cost = { startsOn: '2026-11-18', category: 'other', ...values }
  const { status, body } = await me.post('/api/costs', cost)
  expect([status, body]).toEqual([201, expect.anything()])
  return body
}

let purchases = 0
type Bought = {
  truckId: number | null
  driverId: number | null
  net: Amount
  day?: string
  kind?: string
}

export async function buy(database: Database, me: Client, bought: Bought): Promise<void> {
  const { id: userId } = await readAccount(database, me)
  const { truckId, driverId, net, day = '2026-11-19', kind = 'diesel' } = bought
  const imported = await sql<{ id: number }>`
    insert into card_imports (user_id, provider, file_name, sha256, rows, total, made_by)
    values (${userId}, 'efs', 'a.csv', 'x', 1, ${net}, ${userId}) returning id`.execute(database)
  await sql`insert into card_purchases (user_id, import_id, line, provider, key, item, card, card_kind, day, kind, retail, discount, net,
      truck_id, driver_id, found_by)
    values (${userId}, ${imported.rows[0]?.id}, 2, 'efs', ${`k${++purchases}`}, '1', '0541', 'card', ${day}, ${kind}, ${net}, 0, ${net},
      ${truckId}, ${driverId}, ${truckId === null ? null : 'card'})`.execute(database)
}

/** By a load of the account. */
export async function readAccount(database: Database, me: Client): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`select user_id as id from loads
    where id = ${(await me.get<Body[]>('/api/loads')).body[0]?.id}`.execute(database)
  return rows[0] ?? { id: '' }
}
