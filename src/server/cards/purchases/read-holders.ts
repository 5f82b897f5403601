/** Who had which card, and which trucks there are, to find the truck of a purchase (SPEC C564). */
import { sql } from 'kysely'
import { openHolders, type Holders } from '#core/cards/find-truck.ts'
import type { Database, Work } from '#server/database/open.ts'

/** The function that finds trucks, and the numbers of all trucks by id. */
export async function readHolders(work: Database | Work, userId: string) {
  const cards = await sql<Holders['cards'][number]>`
    select provider, kind, number, truck_id, driver_id, starts_on, ends_on from cards
    where user_id = ${userId} order by starts_on desc, id`.execute(work)
  const trucks = await sql<Holders['trucks'][number]>`
    select id, truck_id as number, license_plate as plate from trucks where user_id = ${userId}`.execute(
    work,
  )
  return {
    find: openHolders({ cards: cards.rows, trucks: trucks.rows }),
    numbers: new Map(trucks.rows.map(({ id, number }) => [id, number])),
  }
}
