/** Writes card purchases as an import stores them. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { readAccountId, type Client } from '#server/testing/test-app.ts'

/** A row of `card_purchases`: columns by their names. */
type Bought = Record<string, string | number | null>

let serial = 0

/** Diesel of 206.29 gallons as a card company published it: 707.38 at the pump, 113.71 less. */
const DIESEL = {
  provider: 'comdata',
  kind: 'diesel',
  code: 'ULSD',
  card: '0541',
  card_kind: 'card',
  place: "Love's 123",
  city: 'Dallas',
  state: 'TX',
  invoice: '83920',
  gallons: '206.290',
  price: '3.4290',
  retail: '707.38',
  discount: '113.71',
}

/** `buy` returns the id of a new purchase: `net` follows, and the truck was found by its card. */
export async function openCards(database: Database, client: Client) {
  const userId = await readAccountId(client)
  const row = { provider: 'comdata', file_name: 'week.csv', sha256: '00', rows: 1, total: '0.00' }
  const importId = await insert(database, 'card_imports', {
    ...row,
    user_id: userId,
    made_by: userId,
  })

  async function buy(day: string, truckId: number | null, values: Bought = {}): Promise<number> {
    const found = { truck_id: truckId, found_by: truckId === null ? null : 'card' }
    const item = { key: `key ${++serial}`, item: '1', line: serial, import_id: importId }
    const bought = { ...DIESEL, ...found, ...item, day, ...values } as Bought
    const net = (Number(bought.retail) - Number(bought.discount)).toFixed(2)
    return insert(database, 'card_purchases', { ...bought, net, user_id: userId })
  }

  /** Changes a purchase as the office does on its list. Throws the database's error. */
  async function change(id: number, values: Bought): Promise<void> {
    const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    await sql`update card_purchases set ${sql.join(sets)} where user_id = ${userId} and id = ${id}`.execute(
      database,
    )
  }

  return { userId, importId, buy, change }
}

async function insert(database: Database, table: string, values: Bought): Promise<number> {
  const names = Object.keys(values).map((name) => sql.ref(name))
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${sql.join(names)})
    values (${sql.join(Object.values(values))}) returning id`.execute(database)
  return rows[0]?.id ?? 0
}
