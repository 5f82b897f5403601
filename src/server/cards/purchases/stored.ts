/** Purchases that are here, as an import compares them with those of a file (SPEC C563). */
import { sql } from 'kysely'
import type { Provider } from '#core/cards/cards.ts'
import type { Conflict, PurchaseFigures } from '#core/cards/figures.ts'
import type { FoundTruck } from '#core/cards/find-truck.ts'
import type { Database, Work } from '#server/database/open.ts'

/** A credit has the truck of what it takes back, also if a person chose it. */
export type Found = Omit<FoundTruck, 'foundBy'> & { foundBy: FoundTruck['foundBy'] | 'person' }

export type Stored = PurchaseFigures &
  Found & {
    id: number
    importId: number
    key: string
    item: string
    /** What a person decided against. */
    refused: PurchaseFigures[]
    ignored: string | null
    conflict: Conflict | null
  }

export const STORED_COLUMNS = sql`id, import_id, key, item, day, gallons, price, retail, discount, net, refused, conflict, ignored,
  truck_id, driver_id, found_by`

const KEYS_PER_STATEMENT = 5_000

/** By key and item. */
export async function readStored(
  work: Database | Work,
  userId: string,
  provider: Provider,
  keys: readonly string[],
): Promise<Map<string, Stored>> {
  const known = new Map<string, Stored>()
  for (let at = 0; at < keys.length; at += KEYS_PER_STATEMENT) {
    const some = keys.slice(at, at + KEYS_PER_STATEMENT)
    const { rows } = await sql<Stored>`select ${STORED_COLUMNS} from card_purchases
      where user_id = ${userId} and provider = ${provider} and key = any(${some}::text[])`.execute(
      work,
    )
    for (const row of rows) known.set(nameOf(row), row)
  }
  return known
}

export function nameOf({ key, item }: { key: string; item: string }): string {
  return `${key}\n${item}`
}
