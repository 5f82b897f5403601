/** The same invoice of a card on another day: a corrected file, or a second purchase (SPEC C570). */
import { sql } from 'kysely'
import { addDays, countDays } from '#core/calendar.ts'
import type { Provider } from '#core/cards/cards.ts'
import { isSameAmounts, isSameFigures, type PurchaseFigures } from '#core/cards/figures.ts'
import { stemOfStop } from '#core/cards/files/name-each.ts'
import type { Database, Work } from '#server/database/open.ts'
import { STORED_COLUMNS, type Stored } from './stored.ts'

/** A card company corrects a day within weeks, and may use the number of an invoice again after months. */
const DAYS_APART = 31

type Read = { key: string; item: string; figures: PurchaseFigures }

/**
 * Of purchases whose keys are new, what is stored under the same invoice of the card: with this day, once a person decided so, or with another day and
 * the same amounts. `keys`: all of the file. A file that has both days says itself that these are two.
 */
export async function findOtherDays<Of extends Read>(
  work: Database | Work,
  userId: string,
  {
    provider,
    added,
    keys,
  }: { provider: Provider; added: readonly Of[]; keys: ReadonlySet<string> },
): Promise<Map<Of, Stored>> {
  const byStem = await readByStem(work, userId, provider, added)
  const found = new Map<Of, Stored>()
  const taken = new Set<Stored>()
  for (const one of added) {
    const own = byStem.get(nameStem(one) ?? '') ?? []
    const known = findKnown(own, one.figures)
    const other =
      known ??
      findNearest(own, one.figures, (stored) => !taken.has(stored) && !keys.has(stored.key))
    if (!other) continue
    found.set(one, other)
    if (!known) taken.add(other)
  }
  return found
}

/** The purchase that has this day since a person decided so, that a person kept from it, or about which somebody is asked. */
function findKnown(own: readonly Stored[], figures: PurchaseFigures): Stored | undefined {
  return (
    own.find((stored) => listKnown(stored).some((known) => isSameFigures(known, figures))) ??
    own.find((stored) => listKnown(stored).some(({ day }) => day === figures.day))
  )
}

function listKnown({ refused, conflict, ...stored }: Stored): PurchaseFigures[] {
  return [stored, ...refused, ...(conflict?.row ? [conflict] : [])]
}

function findNearest(
  own: readonly Stored[],
  figures: PurchaseFigures,
  isFree: (stored: Stored) => boolean,
): Stored | undefined {
  return own
    .filter((stored) => isFree(stored) && isSameAmounts(stored, figures))
    .map((stored) => ({ stored, apart: Math.abs(countDays(stored.day, figures.day)) }))
    .filter(({ apart }) => apart <= DAYS_APART)
    .toSorted((one, other) => one.apart - other.apart || one.stored.id - other.stored.id)[0]?.stored
}

function nameStem({ key, item }: { key: string; item: string }): string | null {
  const stop = stemOfStop(key)
  return stop && `${stop.stem}\n${item}`
}

async function readByStem(
  work: Database | Work,
  userId: string,
  provider: Provider,
  added: readonly Read[],
): Promise<Map<string, Stored[]>> {
  const invoices = [...new Set(added.flatMap(({ key }) => stemOfStop(key)?.invoice ?? []))]
  const days = added.map(({ figures }) => figures.day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!invoices.length || !first || !last) return new Map()
  const { rows } = await sql<Stored>`select ${STORED_COLUMNS} from card_purchases
    where user_id = ${userId} and provider = ${provider}
      and day between ${addDays(first, -DAYS_APART)} and ${addDays(last, DAYS_APART)}
      and split_part(key, ' ', 2) = any(${invoices}::text[])
    order by id`.execute(work)
  return Map.groupBy(rows, (row) => nameStem(row) ?? '')
}
