/** The card purchases that are on no settlement, for the run and for the screen of a draft (SPEC C576). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { PlacingSettlement } from '#core/settlements/cards/place-purchase.ts'
import { describeWaits, type CardWait, type WaitingCards } from '#core/settlements/cards/waiting.ts'
import { countUnready } from '#server/cards/truck-purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { decideOpen, type Decided } from './read-due.ts'

/** `due`: the number of purchases that each saved draft does not have yet, by its id. */
export type OpenCards = { waiting: WaitingCards[]; due: Map<number, number> }

/** `unsaved`: settlements that will take purchases once they are saved: theirs don't wait. */
export async function readOpenCards(
  work: Database | Work,
  userId: string,
  of: { truckIds?: readonly number[]; until: Day },
  unsaved: readonly PlacingSettlement[],
): Promise<OpenCards> {
  const [decided, { withoutTruck, inConflict }] = await Promise.all([
    decideOpen(work, userId, of, unsaved),
    countUnready(work, userId, of),
  ])
  const waiting = describeWaits([
    { for: 'truck', count: withoutTruck },
    { for: 'conflict', count: inConflict },
    ...(await listWaits(work, userId, decided)),
  ])
  return { waiting, due: countDue(decided) }
}

function countDue(decided: readonly Decided[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { decision } of decided) {
    if (decision.state !== 'due' || decision.settlement.id === null) continue
    const { id } = decision.settlement
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

async function listWaits(
  work: Database | Work,
  userId: string,
  decided: readonly Decided[],
): Promise<CardWait[]> {
  const held = decided.filter(({ decision: { state } }) => WAITING.has(state))
  if (held.length === 0) return []
  const names = await readNames(work, userId, held)
  return held.flatMap(({ purchase, decision }): CardWait[] => {
    if (decision.state === 'unclear')
      return [{ for: 'owner', truck: names.truck(purchase.truckId), day: purchase.day }]
    if (decision.state === 'waiting')
      return [{ for: 'settlement', owner: names.owner(decision.ownerId) }]
    if (decision.state !== 'unnamed') return []
    const owner = decision.byDefault ? null : names.owner(decision.ownerId)
    return [{ for: 'term', kind: purchase.kind, owner }]
  })
}

const WAITING = new Set<Decided['decision']['state']>(['unclear', 'waiting', 'unnamed'])

async function readNames(work: Database | Work, userId: string, held: readonly Decided[]) {
  const owners = held.flatMap(({ decision }) => ('ownerId' in decision ? decision.ownerId : []))
  const trucks = held.map(({ purchase }) => purchase.truckId)
  const { rows } = await sql<{ key: string; name: string }>`
    select 'owner:' || id as key, name from owners where user_id = ${userId} and id = any(${owners}::bigint[])
    union all select 'truck:' || id, truck_id from trucks where user_id = ${userId} and id = any(${trucks}::bigint[])`.execute(
    work,
  )
  const byKey = new Map(rows.map(({ key, name }) => [key, name]))
  return {
    owner: (id: number) => byKey.get(`owner:${id}`) ?? 'a deleted owner',
    truck: (id: number) => byKey.get(`truck:${id}`) ?? '',
  }
}
