/** What an import does with each purchase of a file: it is new, here already, or in conflict with what is here (SPEC C563). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Provider } from '#core/cards/cards.ts'
import { figuresOf, isSameFigures, type PurchaseFigures } from '#core/cards/figures.ts'
import { CHARGED_BEFORE } from '#core/cards/imports.ts'
import { keyOfOriginal } from '#core/cards/files/name-each.ts'
import type { CardFile } from '#core/cards/files/read-card-file.ts'
import type { CardPurchase } from '#core/cards/purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { findOtherDays } from './other-days.ts'
import { readHolders } from './read-holders.ts'
import { nameOf, readStored, type Found, type Stored } from './stored.ts'

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

export type PlannedPurchase = CardPurchase &
  Found & {
    /** What an import does with it. */
    step: 'new' | 'same' | 'conflict'
    figures: PurchaseFigures
    /** What is here under the same key, or of the same invoice on another day. */
    stored: Stored | undefined
    /** It is here on another day (SPEC C570). */
    isOtherDay: boolean
    /** Why a new purchase is not charged: a credit is ignored with what it takes back. */
    ignored: string | null
  }

export type PurchasePlan = {
  purchases: PlannedPurchase[]
  /** The numbers of the trucks, by id. */
  numbers: Map<number, string>
}

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
    figures: figuresOf(purchase),
  }))
  const keys = keyed.flatMap(({ key }) => [key, keyOfOriginal(key) ?? key])
  const known = await readStored(work, userId, provider, [...new Set(keys)])
  const otherDays = await findOtherDays(work, userId, {
    provider,
    added: keyed.filter((one) => !known.has(nameOf(one))),
    keys: new Set(keyed.map(({ key }) => key)),
  })
  const purchases = keyed.map((purchase): PlannedPurchase => {
    const otherDay = otherDays.get(purchase)
    const stored = known.get(nameOf(purchase)) ?? otherDay
    const original = findOriginal(known, purchase)
    const { truckId, driverId, foundBy } = original ?? find({ ...purchase, provider })
    return {
      ...purchase,
      truckId,
      driverId,
      foundBy,
      stored,
      isOtherDay: otherDay !== undefined && otherDay.day !== purchase.figures.day,
      step: stepOf(stored, purchase.figures),
      ignored: reasonOfCredit(original),
    }
  })
  return { purchases, numbers }
}

/** What a credit takes back: under the same key, the same item if it has several. */
export function findOriginal(
  known: ReadonlyMap<string, Stored>,
  { key, item }: Pick<CardPurchase, 'key' | 'item'>,
): Stored | undefined {
  const original = keyOfOriginal(key)
  const found = original === null ? undefined : known.get(nameOf({ key: original, item }))
  return found && found.truckId !== null ? found : undefined
}

/** A credit is ignored with what it takes back. What was charged before is paid back all the same. */
export function reasonOfCredit(original: Stored | undefined): string | null {
  return original?.ignored && original.ignored !== CHARGED_BEFORE ? original.ignored : null
}

/** Of a row with diesel, DEF and a fee each is a purchase. */
export function countRows(rows: readonly Pick<CardPurchase, 'line' | 'sheet'>[]): number {
  return new Set(rows.map(({ line, sheet = 0 }) => `${sheet} ${line}`)).size
}

function stepOf(stored: Stored | undefined, figures: PurchaseFigures): PlannedPurchase['step'] {
  if (!stored) return 'new'
  const isKnown = [stored, ...stored.refused].some((known) => isSameFigures(known, figures))
  return isKnown ? 'same' : 'conflict'
}

/** The provider of the last file that did not say it; "other" without one. */
export async function readLastProvider(work: Database | Work, userId: string): Promise<Provider> {
  const { rows } = await sql<{ provider: Provider }>`select provider from card_imports
    where user_id = ${userId} and layout is null order by id desc limit 1`.execute(work)
  return rows[0]?.provider ?? 'other'
}

/** A key of the database's index. All cells of a row can be longer than it takes. */
function toStored(text: string): string {
  return text.length <= LONGEST_KEY ? text : createHash('sha256').update(text).digest('hex')
}

const LONGEST_KEY = 200
