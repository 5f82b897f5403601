/** Writes a file of a card company and its new purchases (SPEC C563). */
import { sql } from 'kysely'
import type { NewPurchase } from '#core/cards/figures.ts'
import { CHARGED_BEFORE } from '#core/cards/imports.ts'
import { toAmount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { countRows, type PlannedPurchase, type ReadPurchases } from './plan.ts'

const ROWS_PER_STATEMENT = 1_000

/** Stores the file itself. Returns its id. */
export async function insertImport(
  work: Work,
  { userId, personId }: { userId: string; personId: string },
  { provider, layout, fileName, digest, file }: ReadPurchases,
  earlierFiles: readonly number[],
): Promise<number> {
  const rows = countRows([...file.purchases, ...file.others])
  const { rows: made } = await sql<{ id: number }>`
    insert into card_imports (user_id, provider, layout, file_name, sha256, rows, total, earlier_files, made_by)
    values (${userId}, ${provider}, ${layout}, ${fileName}, ${digest}, ${rows}, ${toAmount(file.total.rows)},
      ${[...earlierFiles]}::bigint[], ${personId})
    returning id`.execute(work)
  return made[0]?.id ?? 0
}

const COLUMNS = [
  ...[
    'import_id',
    'line',
    'provider',
    'key',
    'item',
    'card',
    'card_kind',
    'day',
    'time',
    'posted_on',
  ],
  ...['unit', 'driver', 'invoice', 'place', 'city', 'state', 'odometer', 'kind', 'code', 'gallons'],
  ...[
    'price',
    'retail',
    'discount',
    'net',
    'cells',
    'truck_id',
    'driver_id',
    'found_by',
    'ignored',
  ],
]

type Inserted = {
  importId: number
  read: ReadPurchases
  added: readonly PlannedPurchase[]
  /** Those of `added` that were charged before. */
  ignored: ReadonlySet<PlannedPurchase>
}

export async function insertPurchases(
  work: Work,
  userId: string,
  { importId, read, added, ignored }: Inserted,
): Promise<void> {
  const names = sql.join(COLUMNS.map((name) => sql.id(name)))
  const seen = new Set<string>()
  for (let at = 0; at < added.length; at += ROWS_PER_STATEMENT) {
    const tuples = added.slice(at, at + ROWS_PER_STATEMENT).map((purchase) => {
      // A row of diesel, DEF and a fee is kept once.
      const row = `${purchase.sheet ?? 0} ${purchase.line}`
      const cells = seen.has(row) ? {} : titleCells(read, purchase)
      seen.add(row)
      return sql`(${userId}, ${sql.join([...toRow(importId, read, purchase, cells), ignored.has(purchase) ? CHARGED_BEFORE : purchase.ignored])})`
    })
    await sql`insert into card_purchases (user_id, ${names}) values ${sql.join(tuples)}`.execute(
      work,
    )
  }
}

/** The row that is stored if a person says that a purchase is a second one (SPEC C570). */
export function toNewPurchase(
  importId: number,
  read: ReadPurchases,
  purchase: PlannedPurchase,
): NewPurchase {
  const values = [...toRow(importId, read, purchase, titleCells(read, purchase)), purchase.ignored]
  return Object.fromEntries(COLUMNS.map((name, at) => [name, values[at] ?? null]))
}

/** Returns its id. */
export async function insertNewPurchase(
  work: Work,
  userId: string,
  purchase: NewPurchase,
): Promise<number> {
  const names = COLUMNS.map((name) => sql.id(name))
  const values = COLUMNS.map((name) => purchase[name] ?? null)
  const { rows } = await sql<{
    id: number
  }>`insert into card_purchases (user_id, ${sql.join(names)})
    values (${userId}, ${sql.join(values)}) returning id`.execute(work)
  return rows[0]?.id ?? 0
}

function toRow(
  importId: number,
  { provider }: ReadPurchases,
  purchase: PlannedPurchase,
  cells: Record<string, string>,
): (string | number | null)[] {
  const { line, key, item, card, cardKind, time, postedOn, odometer, kind, figures } = purchase
  const { truckId, driverId, foundBy } = purchase
  const { day, gallons, price, retail, discount, net } = figures
  const texts = ['unit', 'driver', 'invoice', 'place', 'city', 'state'] as const
  return [
    ...[importId, line, provider, key, item, card, cardKind, day, time, postedOn],
    ...texts.map((name) => purchase[name] || null),
    ...[odometer, kind, purchase.code || null, gallons, price, retail, discount, net],
    ...[JSON.stringify(cells), truckId, driverId, foundBy],
  ]
}

/** The cells of a row that are not blank, by their titles. */
function titleCells(
  { sheets }: ReadPurchases,
  { line, sheet = 0 }: PlannedPurchase,
): Record<string, string> {
  const cells = sheets[sheet]?.cells.get(line) ?? []
  const named = cells.flatMap((cell, at) => {
    const text = toStorable(cell)
    return text === ''
      ? []
      : [[toStorable(sheets[sheet]?.titles[at] ?? '') || `Column ${at + 1}`, text]]
  })
  return Object.fromEntries(named) as Record<string, string>
}

const LONGEST_CELL = 200

function toStorable(cell: string): string {
  return cell.slice(0, LONGEST_CELL).toWellFormed().replaceAll('\0', '').trim()
}
