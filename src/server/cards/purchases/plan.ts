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
import { CHARGED_BEFORE } from '#core/cards/imports.ts'
import { keyOfOriginal } from '#core/cards/files/name-each.ts'
import type { CardFile } from '#core/cards/files/read-card-file.ts'
import type { CardPurchase } from '#core/cards/purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readHolders } from './read-holders.ts'

/** `cells`: of each row, by its number. */
type ReadSheet = {
  titles: readonly string[]
  cells: ReadonlyMap<number, readonly string[]>
}

/** A file that was read. `layout`: null if its columns were matched. `sheets`: those that purchases name by their place. */
export type ReadPurchases = {
  file: CardFile
  provider: Provider
  layout: string | null
  digest: string
  fileName: string
  sheets: readonly ReadSheet[]
}

type Stored = PurchaseFigures & {
  id: number
  importId: number
  key: string
  item: string
  refused: PurchaseFigures | null
  ignored: string | null
  truckId: number | null
  driverId: number | null
  foundBy: Found['foundBy']
  conflict: Conflict | null
}

/** A credit has the truck of what it takes back, also if a person chose it. */
type Found = Omit<FoundTruck, 'foundBy'> & { foundBy: FoundTruck['foundBy'] | 'person' }

export type PlannedPurchase = CardPurchase &
  Found & {
    /** What an import does with it. */
    step: 'new' | 'same' | 'conflict'
    figures: PurchaseFigures
    /** What is here under the same key. */
    stored: Stored | undefined
    /** Why a new purchase is not charged: a credit is ignored with what it takes back. */
    ignored: string | null
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
  const keys = keyed.flatMap(({ key }) => [key, keyOfOriginal(key) ?? key])
  const known = await readStored(work, userId, provider, [...new Set(keys)])
  const purchases = keyed.map((purchase): PlannedPurchase => {
    const figures = figuresOf(purchase)
    const stored = known.get(nameOf(purchase))
    const original = findOriginal(known, purchase)
    const { truckId, driverId, foundBy } = original ?? find({ ...purchase, provider })
    return {
      ...purchase,
      truckId,
      driverId,
      foundBy,
      figures,
      stored,
      step: stepOf(stored, figures),
      ignored: original?.ignored && original.ignored !== CHARGED_BEFORE ? original.ignored : null,
    }
  })
  return { purchases, numbers }
}

/** What a credit takes back: under the same key, the same item if it has several. */
function findOriginal(known: ReadonlyMap<string, Stored>, { key, item }: CardPurchase) {
  const original = keyOfOriginal(key)
  const found = original === null ? undefined : known.get(nameOf({ key: original, item }))
  return found && found.truckId !== null ? found : undefined
}

/** Of a row with diesel, DEF and a fee each is a purchase. */
export function countRows(rows: readonly Pick<CardPurchase, 'line' | 'sheet'>[]): number {
  return new Set(rows.map(({ line, sheet = 0 }) => `${sheet} ${line}`)).size
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
      select id, import_id, key, item, day, gallons, price, retail, discount, net, refused, conflict, ignored, truck_id,
        driver_id, found_by
      from card_purchases
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
