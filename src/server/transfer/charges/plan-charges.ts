/** Reads a file of charges and plans what an import does with each load (SPEC C107, C149). */
import { sql } from 'kysely'
import { type ChargeInput, sumCharges } from '#core/charges/amounts.ts'
import type { ChargesBefore } from '#core/charges/before.ts'
import { MAX_CHARGES, type StoredCharge } from '#core/charges/charges.ts'
import { hasAmountColumn, importedCharges } from '#core/charges/csv.ts'
import { CHARGE_KINDS, startOfKind } from '#core/charges/kinds.ts'
import { isStored, matchStored } from '#core/charges/match-stored.ts'
import {
  chargesSchema,
  completeCharge,
  findSumProblem,
  type NewCharge,
  type SentCharge,
} from '#core/charges/requests.ts'
import { type Amount, toCents } from '#core/money.ts'
import type { CellStyle, ChosenStyle } from '#core/transfer/cells.ts'
import type { ChosenValues } from '#core/transfer/choices.ts'
import { type ColumnMatch, type ImportCheck, PREVIEWED_ROWS } from '#core/transfer/import.ts'
import { readChargesOfLoads } from '#server/charges/read-charges.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { LoadChange } from '#server/settlements/adjustments/ask-settled.ts'
import type { CsvFile } from '#server/transfer/csv/csv-file.ts'
import type { CsvLine } from '#server/transfer/csv/read-csv.ts'
import { findDayOrder } from '#server/transfer/day-order.ts'
import { createErrorList, type ErrorList } from '#server/transfer/error-list.ts'
import { createRowReader, type ReadRow } from '#server/transfer/read-row.ts'

export type ChargesImport = LoadChange & {
  operation: string
  file: CsvFile
  columns: ColumnMatch
  values: ChosenValues
  style: ChosenStyle
}

export type ChargesPlan = Pick<
  ImportCheck,
  'preview' | 'rows' | 'counts' | 'words' | 'days' | 'decimalCommas' | 'leftOut' | 'leftOutCount'
> & {
  errors: ErrorList
  charges: NonNullable<ImportCheck['charges']>
}

/** A load whose charges the file changes. */
export type PlannedLoad = {
  id: number
  before: Omit<ChargesBefore, 'amounts'>
  charges: NewCharge[]
}

/** `done`: rows of the file. */
type Each = (loads: PlannedLoad[], done: number, errors: ErrorList) => Promise<void>

const BATCH = 200

/** Plans in batches of 200 loads; other requests run between them. `locks`: the loads stay locked until the transaction ends. */
export async function planCharges(
  database: Database | Work,
  { userId, file, columns, values, style: { decimals, order } }: ChargesImport,
  locks: boolean,
  each: Each,
): Promise<ChargesPlan> {
  const errors = createErrorList(importedCharges, file, columns, true)
  if (!hasAmountColumn(columns)) errors.add(file.heading, 'amount', 'Match a column to Amount')
  const days = await findDayOrder(file, importedCharges, columns)
  const style: CellStyle = { decimals, days: order ?? days.order }
  const reader = createRowReader(importedCharges, columns, NO_LINKS, values, style)
  const { loads, preview, rows } = await groupByLoad(file, columns)
  const plan: ChargesPlan = {
    errors,
    preview,
    rows,
    words: [],
    days: { ...days, order: style.days },
    decimalCommas: 0,
    leftOut: file.leftOut,
    leftOutCount: file.countLeftOut(),
    counts: { new: 0, changed: 0, same: 0, skipped: 0 },
    charges: { replaced: 0, revenues: 0, withoutOwner: 0 },
  }
  // Nothing is known of the rows without these columns.
  if (errors.errorCount) return plan
  const numbers = loads.map(({ number }) => number)
  const named = await readLoads(database, userId, numbers, locks)
  let done = 0
  for (let at = 0; at < loads.length; at += BATCH) {
    const batch = loads.slice(at, at + BATCH)
    const ids = batch.flatMap(({ number }) => named.get(number)?.id ?? [])
    const stored = await readChargesOfLoads(database, userId, ids)
    const planned = batch.flatMap((load) => {
      // One more than a load can have is enough for the error.
      const read = load.rows
        .slice(0, MAX_CHARGES + 1)
        .map(({ cells }) => fillOwnerShare(plan, reader.read(cells)))
      const charges = checkLoad(load, read, named.get(load.number), errors)
      const found = named.get(load.number)
      return charges && found ? addLoad(plan, found, charges, stored.get(found.id) ?? []) : []
    })
    done += batch.reduce((sum, load) => sum + load.rows.length, 0)
    await each(planned, done, errors)
  }
  return { ...plan, words: reader.listWords(), decimalCommas: reader.countDecimalCommas() }
}

const NO_LINKS = {
  has: () => false,
  find: (_: unknown, label: string) => ({ message: `“${label}” was not found` }),
}

/** Without "Pays Owner", a charge gets the default owner share of its kind, such as none for a lumper (SPEC C156). */
function fillOwnerShare({ charges }: ChargesPlan, { sent, problems }: ReadRow): ReadRow {
  const kind = CHARGE_KINDS.find(({ value }) => value === sent.kind)?.value
  if (kind === undefined || sent.ownerShare !== undefined) return { sent, problems }
  const { ownerShare } = startOfKind(kind)
  if (ownerShare === 'none') charges.withoutOwner++
  return { sent: { ...sent, ownerShare }, problems }
}

/** Undefined if the load has an error. */
function checkLoad(
  { number, rows }: FileLoad,
  read: ReadRow[],
  load: NamedLoad | undefined,
  errors: ErrorList,
): NewCharge[] | undefined {
  const before = errors.errorCount
  const lineOf = (at: unknown) => rows[Number(at ?? 0)]?.line ?? 0
  if (!load) for (const { line } of rows) addUnknownLoad(line, number, errors)
  for (const [at, { problems }] of read.entries()) {
    for (const [field, { message, cause }] of problems)
      errors.add(lineOf(at), field, message, cause)
  }
  const result = schema.safeParse(read.map(({ sent }) => sent))
  for (const { path, message } of result.error?.issues ?? []) {
    const [at, field = 'load'] = path
    const isKnown = read[Number(at)]?.problems.has(String(field))
    if (!isKnown) errors.add(lineOf(at), String(field), message)
  }
  if (!result.success || errors.errorCount > before) return undefined
  const charges = result.data.map((sent) => completeCharge(sent as SentCharge & ChargeInput))
  const problem = findSumProblem(charges)
  if (problem) errors.add(lineOf(0), 'amount', problem)
  return problem ? undefined : charges
}

const schema = chargesSchema()

function addUnknownLoad(line: number, number: string, errors: ErrorList): void {
  if (number === '') errors.add(line, 'load', 'Load # is required')
  else errors.add(line, 'load', `Load “${number}” was not found`, 'Load was not found')
}

/** Counts the load, and returns it if the file changes it. */
function addLoad(
  plan: ChargesPlan,
  { id, revenue, version }: NamedLoad,
  sent: NewCharge[],
  stored: StoredCharge[],
): PlannedLoad[] {
  const charges = matchStored(sent, stored)
  if (isStored(charges, stored)) {
    plan.counts.same += charges.length
    return []
  }
  plan.counts.new += charges.length
  if (stored.length) plan.charges.replaced++
  if (isRevenueChanged(revenue, charges)) plan.charges.revenues++
  return [{ id, before: { charges: stored, revenue, version }, charges }]
}

function isRevenueChanged(revenue: Amount, charges: NewCharge[]): boolean {
  return sumCharges(charges).revenue !== toCents(revenue)
}

// The loads that a file of charges names (SPEC C149).

type NamedLoad = { id: number; revenue: Amount; version: number }

/** Loads by stored number (SPEC B15). They are locked in the order of their ids, so that two imports wait for each other. */
async function readLoads(
  work: Database | Work,
  userId: string,
  numbers: string[],
  locks: boolean,
): Promise<Map<string, NamedLoad>> {
  const lock = locks ? sql`for no key update` : sql``
  const { rows } = await sql<
    NamedLoad & { number: string }
  >`select id, load_id as number, revenue, version
    from loads where user_id = ${userId} and load_id = any(${numbers}) order by id ${lock}`.execute(
    work,
  )
  return new Map(rows.map(({ number, ...load }) => [number, load]))
}

// The rows of a file of charges, by load (SPEC C149).

/** The charges of a load, in the order of the file. `number` is blank for rows without one. */
type FileLoad = { number: string; rows: CsvLine[] }

type FileLoads = { loads: FileLoad[]; preview: CsvLine[]; rows: number }

/** The loads in the order in which the file names them first. */
async function groupByLoad(file: CsvFile, columns: ColumnMatch): Promise<FileLoads> {
  const loadColumn = columns.indexOf('load')
  const byNumber = new Map<string, CsvLine[]>()
  const preview: CsvLine[] = []
  let rows = 0
  for await (const lines of file.readRows()) {
    rows += lines.length
    preview.push(...lines.slice(0, PREVIEWED_ROWS - preview.length))
    for (const line of lines) {
      const number = (line.cells[loadColumn] ?? '').trim()
      const known = byNumber.get(number)
      if (known) known.push(line)
      else byNumber.set(number, [line])
    }
  }
  const loads = [...byNumber].map(([number, lines]) => ({ number, rows: lines }))
  return { loads, preview, rows }
}
