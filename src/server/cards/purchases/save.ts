/** Saves the purchases of a file, completely or not at all (SPEC C563). */
import { sql } from 'kysely'
import { findUnexplained, type CardFile } from '#core/cards/files/read-card-file.ts'
import { PROVIDERS, type Provider } from '#core/cards/cards.ts'
import { formatDay } from '#core/calendar.ts'
import { isSameFigures, type Conflict } from '#core/cards/figures.ts'
import { importMessages, type ApprovedWeeks, type PurchasesImported } from '#core/cards/imports.ts'
import { ROAD_FUELS, type BoughtKind } from '#core/cards/purchases.ts'
import { formatMoney, LARGEST_SUM, type Cents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { readTimeZone } from '#server/database/actor.ts'
import { dayIn } from '#server/today.ts'
import { askToConfirm, badField, RequestError } from '#server/errors.ts'
import { addPumpReadings } from '#server/fleet/card-readings.ts'
import { pickOfApprovedWeeks } from './approved-weeks.ts'
import { insertImport, insertPurchases, toNewPurchase } from './insert.ts'
import { planPurchases, type PlannedPurchase, type ReadPurchases } from './plan.ts'

const ROWS_PER_STATEMENT = 1_000

type Save = {
  userId: string
  personId: string
  /** The questions that the person answered with yes. */
  confirmed: readonly string[]
  /** What the person says about purchases of weeks whose statements are approved. */
  approvedWeeks: ApprovedWeeks | undefined
  /** Runs in the transaction, before it ends. */
  remember: (work: Work) => Promise<void>
}

/**
 * Each purchase is stored once, whichever file has it. A known one with other figures keeps its own and gets the others beside them. Throws 400
 * for a file without purchases, and without an answer about approved weeks or amounts below 0; and 409 for rows that can't be read (`problems`), for
 * a difference to the file's own total (`total`) and for a known file (`again`), unless these are confirmed.
 */
export function savePurchases(
  database: Database,
  { userId, personId, confirmed, approvedWeeks, remember }: Save,
  read: ReadPurchases,
  repeatable: Repeatable,
): Promise<PurchasesImported> {
  askAboutTotal(read.file, confirmed)
  return runIdempotent(database, userId, repeatable, async (work) => {
    await lockImports(work, userId)
    const { purchases } = await planPurchases(work, userId, read)
    const added = purchases.filter(({ step }) => step === 'new')
    const conflicts = purchases.filter(({ step }) => step === 'conflict')
    const settled = await pickOfApprovedWeeks(work, userId, read.provider, added)
    if (settled.length && !approvedWeeks)
      throw badField('approvedWeeks', importMessages.approvedWeeks(settled.length))
    await askAgain(work, userId, read, added.length, confirmed)
    const ignored = new Set(approvedWeeks === 'charged-before' ? settled : [])
    const waiting = added.filter(({ truckId }) => truckId === null).length
    const ready = added.filter((one) => one.truckId !== null && !one.ignored && !ignored.has(one))
    const found = {
      imported: added.length,
      ready: ready.length,
      waiting,
      chargedBefore: ignored.size,
      conflicts: conflicts.length,
      same: purchases.length - added.length - conflicts.length,
      held: conflicts.filter(isHeld).length,
    }
    await remember(work)
    const unseen = conflicts.filter(isUnseen)
    if (!added.length && !unseen.length) return { importId: null, ...found, readings: 0 }
    const importId = await insertImport(
      work,
      { userId, personId },
      read,
      listEarlierFiles(purchases),
    )
    await insertPurchases(work, userId, { importId, read, added, ignored })
    await storeConflicts(work, userId, { importId, read }, unseen)
    const readings = await addPumpReadings(work, userId, listReadings(added))
    return { importId, ...found, readings }
  })
}

/** One import of an account at a time: the second of two equal files finds the rows of the first. */
export async function lockImports(work: Work, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`haulbook card imports ${userId}`}, 0))`.execute(
    work,
  )
}

function askAboutTotal(file: CardFile, confirmed: readonly string[]): void {
  const { purchases, problems, total } = file
  if (!purchases.length) {
    const [first] = problems
    throw new RequestError(
      400,
      first ? `Row ${first.line}, ${first.column}: ${first.message}` : importMessages.noRows,
    )
  }
  if (file.negative === 'unknown') throw badField('negative', importMessages.negative)
  if (isTooLarge(total.rows) || isTooLarge(total.printed ?? 0n))
    throw new RequestError(400, importMessages.tooLarge)
  if (problems.length && !confirmed.includes('problems')) {
    const rows = new Set(problems.map(({ line }) => line)).size
    const amount = formatMoney(total.unread)
    throw askToConfirm(
      'problems',
      `${pluralize(rows, 'row')} can't be read, ${amount} in all. Import the file without ${rows === 1 ? 'it' : 'them'}?`,
    )
  }
  const unexplained = findUnexplained(file)
  if (unexplained && !confirmed.includes('total'))
    throw askToConfirm(
      'total',
      `The file's own total is ${formatMoney(total.printed ?? 0n)}, its rows add up to ${formatMoney(total.rows)}. ${formatMoney(unexplained)} is not explained. Import anyway?`,
    )
}

/** The same file as that of another provider would be charged twice. */
async function askAgain(
  work: Work,
  userId: string,
  { digest }: ReadPurchases,
  added: number,
  confirmed: readonly string[],
): Promise<void> {
  if (!added || confirmed.includes('again')) return
  const { rows } = await sql<{ provider: Provider; madeAt: string }>`
    select provider, made_at from card_imports where user_id = ${userId} and sha256 = ${digest}
    order by id desc limit 1`.execute(work)
  const [earlier] = rows
  if (!earlier) return
  const provider = PROVIDERS.find(({ value }) => value === earlier.provider)?.label ?? 'Other'
  const day = formatDay(dayIn(readTimeZone(), new Date(earlier.madeAt)))
  throw askToConfirm('again', importMessages.again(day, provider, added))
}

function isTooLarge(cents: Cents): boolean {
  return cents > LARGEST_SUM || cents < -LARGEST_SUM
}

/** The files from which purchases of this one are here already. */
function listEarlierFiles(purchases: readonly PlannedPurchase[]): number[] {
  return [...new Set(purchases.flatMap(({ stored }) => stored?.importId ?? []))]
}

/** Whether nobody is asked about these figures yet. What may be a second purchase is decided first. */
function isUnseen({ stored, figures }: PlannedPurchase): boolean {
  const { conflict } = stored ?? {}
  return !conflict || (!conflict.row && !isSameFigures(conflict, figures))
}

/** Whether the day of the purchase is not decided yet, and the file has figures besides those that somebody is asked about. */
function isHeld({ stored, figures }: PlannedPurchase): boolean {
  const { conflict } = stored ?? {}
  return conflict?.row !== undefined && !isSameFigures(conflict, figures)
}

/** Figures of an earlier file that nobody decided about are replaced by the newer ones. */
async function storeConflicts(
  work: Work,
  userId: string,
  { importId, read }: { importId: number; read: ReadPurchases },
  conflicts: readonly PlannedPurchase[],
): Promise<void> {
  const source = { importId, fileName: read.fileName }
  for (let at = 0; at < conflicts.length; at += ROWS_PER_STATEMENT) {
    const tuples = conflicts.slice(at, at + ROWS_PER_STATEMENT).map((purchase) => {
      const { stored, figures, isOtherDay } = purchase
      const row = isOtherDay ? toNewPurchase(importId, read, purchase) : undefined
      const conflict = { ...figures, ...source, row } satisfies Conflict
      return sql`(${stored?.id ?? 0}::bigint, ${JSON.stringify(conflict)}::jsonb)`
    })
    await sql`update card_purchases set conflict = given.conflict, ${NEXT_VERSION_SQL}
      from (values ${sql.join(tuples)}) as given (id, conflict)
      where user_id = ${userId} and card_purchases.id = given.id`.execute(work)
  }
}

/** The odometer of each stop at which a found truck took fuel for the road. */
export function listReadings(
  purchases: readonly {
    truckId: number | null
    day: string
    odometer: number | null
    kind: BoughtKind
  }[],
) {
  const fuels: readonly BoughtKind[] = ROAD_FUELS
  return purchases.flatMap(({ truckId, day, odometer, kind }) =>
    truckId !== null && odometer !== null && fuels.includes(kind)
      ? [{ truckId, day, miles: odometer }]
      : [],
  )
}
