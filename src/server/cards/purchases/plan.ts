/** What an import does with each purchase of a file: it is new, here already, or in conflict with what is here (SPEC C563). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Provider } from '#core/cards/cards.ts'
import {
  figuresOf,
  isSameFigures,
  type Conflict,
  type PurchaseFigures,
} from '#core/cards/figures.ts'
import type { FoundTruck } from '#core/cards/find-truck.ts'
import type { CardFile } from '#core/cards/files/read-card-file.ts'
import type { CardPurchase } from '#core/cards/purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readHolders } from './read-holders.ts'

/** A file that was read. `layout`: null if its columns were matched. `lines`: the cells of each row, by its number. */
export type ReadPurchases = {
  file: CardFile
  provider: Provider
  layout: string | null
  digest: string
  fileName: string
  titles: readonly string[]
  cells: ReadonlyMap<number, readonly string[]>
}

type Stored = PurchaseFigures & {
  id: number
  key: string
  item: string
  refused: PurchaseFigures | null
  conflict: Conflict | null
}

export type PlannedPurchase = CardPurchase &
  FoundTruck & {
    /** What an import does with it. */
    step: 'new' | 'same' | 'conflict'
    figures: PurchaseFigures
    /** What is here under the same key. */
    stored: Stored | undefined
  }

export type PurchasePlan = {
  purchases: PlannedPurchase[]
  /** The numbers of the trucks, by id. */
  numbers: Map<number, string>
}

const KEYS_PER_STATEMENT = 5_000

export async function planPurchases(
  work: Database | Work,
  userId: string,
  { file, provider }: Pick<ReadPurchases, 'file' | 'provider'>,
): Promise<PurchasePlan> {
  const { find, numbers } = await readHolders(work, userId)
  const keyed = file.purchases.map((purchase) => ({
    ...purchase,
    key: toStored(purchase.key),
    item: toStored(purchase.item),
  }))
  const known = await readStored(work, userId, provider, [...new Set(keyed.map(({ key }) => key))])
  const purchases = keyed.map((purchase): PlannedPurchase => {
    const figures = figuresOf(purchase)
    const stored = known.get(nameOf(purchase))
    const found = find({ ...purchase, provider })
    return { ...purchase, ...found, figures, stored, step: stepOf(stored, figures) }
  })
  return { purchases, numbers }
}

function stepOf(stored: Stored | undefined, figures: PurchaseFigures): PlannedPurchase['step'] {
  if (!stored) return 'new'
  const isKnown =
    isSameFigures(stored, figures) || (stored.refused && isSameFigures(stored.refused, figures))
  return isKnown ? 'same' : 'conflict'
}

async function readStored(
  work: Database | Work,
  userId: string,
  provider: Provider,
  keys: string[],
): Promise<Map<string, Stored>> {
  const known = new Map<string, Stored>()
  for (let at = 0; at < keys.length; at += KEYS_PER_STATEMENT) {
    const some = keys.slice(at, at + KEYS_PER_STATEMENT)
    const { rows } = await sql<Stored>`
      select id, key, item, day, gallons, price, retail, discount, net, refused, conflict from card_purchases
      where user_id = ${userId} and provider = ${provider} and key = any(${some}::text[])`.execute(
      work,
    )
    for (const row of rows) known.set(nameOf(row), row)
  }
  return known
}

/** The provider of the last file that did not say it; "other" without one. */
export async function readLastProvider(work: Database | Work, userId: string): Promise<Provider> {
  const { rows } = await sql<{ provider: Provider }>`select provider from card_imports
    where user_id = ${userId} and layout is null order by id desc limit 1`.execute(work)
  return rows[0]?.provider ?? 'other'
}

function nameOf({ key, item }: { key: string; item: string }): string {
  return `${key}\n${item}`
}

/** A key of the database's index. All cells of a row can be longer than it takes. */
function toStored(text: string): string {
  return text.length <= LONGEST_KEY ? text : createHash('sha256').update(text).digest('hex')
}

const LONGEST_KEY = 200
