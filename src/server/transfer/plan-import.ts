/** Reads a file and plans what an import does with each row (SPEC B51, C59). */
import { sql } from 'kysely'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { EntityName, NumberSpelling } from '#core/fields/field.ts'
import type { ChosenStyle } from '#core/transfer/cells.ts'
import type { ChosenValues } from '#core/transfer/choices.ts'
import { type Existing, findStored, foldKey, identify, listKeys } from '#core/transfer/existing.ts'
import type {
  ColumnMatch,
  ImportCheck,
  MissingRecords,
  RowCounts,
  UnmatchedWord,
} from '#core/transfer/import.ts'
import type { PastCounts } from '#core/transfer/past-loads.ts'
import type { SameRecords } from '#core/transfer/same-names.ts'
import { openUnusualDays } from '#core/transfer/unusual-days.ts'
import type { Database, Work } from '#server/database/open.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import type { LoadChange } from '#server/settlements/adjustments/ask-settled.ts'
import type { CsvFile } from '#server/transfer/csv/csv-file.ts'
import type { CsvLine } from '#server/transfer/csv/read-csv.ts'
import { type CheckedRow, createRowChecker } from './check-rows.ts'
import { findDayOrder } from './day-order.ts'
import { createErrorList, type ErrorList } from './error-list.ts'
import { createLinkFinder, type LinkFinder } from './links.ts'
import { createMissingRecords } from './missing-records.ts'
import { type CompletedRow, createPastLoads, type PastChoices } from './past-loads.ts'
import { createRowReader, type RowValues } from './read-row.ts'

/** `create`: the entities whose missing records are created. `values`, `same`: what words and names of the file mean. */
export type Choices = {
  existing: Existing
  create: readonly EntityName[]
  values: ChosenValues
  same: SameRecords
  style: ChosenStyle
  pastLoads: PastChoices
}

/**
 * `entity`: as the member sees it. `refused`: places of columns that the member's role can't import. `fixed`: what new
 * records store in the fields that the member does not see (SPEC C73).
 */
export type Import = LoadChange & {
  /** What the import does can be undone together (SPEC C44). */
  operation: string
  entity: Entity
  file: CsvFile
  columns: ColumnMatch
  refused: readonly number[]
  fixed: RowValues
  choices: Choices
}

export type ImportPlan = {
  errors: ErrorList
  counts: RowCounts
  missing: MissingRecords[]
  created: Partial<Record<EntityName, number>>
  words: UnmatchedWord[]
  unpayable: number
  past?: PastCounts
} & Pick<
  ImportCheck,
  'leftOut' | 'leftOutCount' | 'days' | 'decimalCommas' | 'unusualDays' | 'sameNames'
>

type Each = (rows: CompletedRow[], lines: CsvLine[], errors: ErrorList) => Promise<void>

/** Plans in batches of about 200 rows; other requests run between them. With `work`, missing records are created. */
export async function planImport(
  database: Database | Work,
  given: Import,
  work: Work | undefined,
  each: Each,
): Promise<ImportPlan> {
  const { userId, operation, entity, file, columns, choices } = given
  const { existing, create, values, same, style, pastLoads } = choices
  const errors = createErrorList(entity, file, columns, existing === 'reject')
  const links = await createLinkFinder(database, userId, entity.fields, same)
  const days = await findDayOrder(file, entity, columns)
  const order = style.order ?? days.order
  const missing = createMissingRecords({
    operation: { id: operation, userId },
    entity,
    columns,
    create,
    same,
    work,
    links,
  })
  const reader = createRowReader(entity, columns, links, values, {
    decimals: style.decimals,
    days: order,
    year: style.year,
  })
  const check = createRowChecker(entity, errors, existing)
  const findDuplicates = createDuplicateFinder(database, userId, entity, errors)
  const counts: RowCounts = { new: 0, changed: 0, same: 0, skipped: 0 }
  const unpayable = new Set<unknown>()
  const isLoads = entity.name === 'loads'
  const past = isLoads ? createPastLoads(database, userId, pastLoads) : undefined
  const unusualDays = openUnusualDays(
    pastLoads.today,
    style.year !== undefined && 'near' in style.year,
  )

  /** The stored records that each row can mean. */
  async function findFits(lines: CsvLine[]): Promise<AnyRecord[][]> {
    if (existing === 'reject') return lines.map(() => [])
    const keys = lines.map(({ cells }) => reader.readKeys(cells))
    const stored = await readStored(database, userId, entity, keys, Boolean(work))
    return keys.map((row) => findStored(entity, row, stored))
  }

  for await (const lines of file.readRows()) {
    const fits = await findFits(lines)
    const isSkipped = (at: number) => existing === 'skip' && fits[at]?.length === 1
    await missing.prepare(lines.filter((_, at) => !isSkipped(at)))
    const rows = lines.map(({ line, cells }, at): CompletedRow => {
      if (isSkipped(at)) return { line, sent: {}, state: 'skipped' }
      return check(line, reader.read(cells), fits[at] ?? [])
    })
    await findDuplicates(rows)
    await past?.complete(rows)
    for (const row of rows) {
      if (row.state !== 'invalid') counts[row.state]++
      const truck = findUnpayable(entity, row, links)
      if (truck !== undefined) unpayable.add(truck)
      if (isLoads) unusualDays.note(row.line, { ...row.stored, ...row.sent })
    }
    await each(rows, lines, errors)
  }
  return {
    errors,
    counts,
    missing: missing.list(),
    created: missing.countCreated(),
    sameNames: links.listSame(),
    words: reader.listWords(),
    unpayable: unpayable.size,
    leftOut: file.leftOut,
    leftOutCount: file.countLeftOut(),
    days: { ...days, order },
    decimalCommas: reader.countDecimalCommas(),
    ...(isLoads ? { unusualDays: unusualDays.found } : {}),
    ...(past ? { past: past.counts } : {}),
  }
}

/** The truck of the row, if it has neither an owner nor a driver to pay (SPEC C10). */
function findUnpayable({ name }: Entity, row: CheckedRow, links: LinkFinder): unknown {
  if (row.state === 'skipped' || row.state === 'invalid') return undefined
  const values = { ...row.stored, ...('values' in row ? row.values : {}) }
  if (name === 'trucks') return values.ownerId || values.driverId ? undefined : row.line
  const { truckId } = values as { truckId?: number | null }
  return name === 'loads' && truckId && links.isUnpayableTruck(truckId) ? truckId : undefined
}

/** The entities whose records a file of `entity` can name. */
export function listLinked({ fields }: Pick<Entity, 'fields'>): Entity[] {
  const names = Object.values(fields).flatMap(({ to }) => (to ? [to] : []))
  return [...new Set(names)].map(getEntity)
}

// Reads the stored records that rows of a file can mean (SPEC C59).

/** With `lock`, the records stay as they are until the transaction ends. */
async function readStored(
  work: Database | Work,
  userId: string,
  entity: Entity,
  rows: RowValues[],
  lock: boolean,
): Promise<AnyRecord[]> {
  const conditions = listKeys(entity).flatMap((key) => {
    const values = [...new Set(rows.map((row) => row[key]).filter((value) => foldKey(value)))]
    if (!values.length) return []
    const numberKey = entity.fields[key]?.key
    if (numberKey) {
      const same = values.map((value) => identify(entity.fields, key, value))
      return [sql`${sql.ref(numberKey.sql)}(${sql.ref(key)}) = any(${same})`]
    }
    const folded = values.map(foldKey)
    if (!entity.fields[key]?.unique) return sql`lower(${sql.ref(key)}) = any(${folded})`
    // The expression of loads_search_idx.
    const lower = sql`lower(${sql.ref(key)} collate "default") collate "C"`
    return [sql`${sql.ref(key)} = any(${values})`, sql`${lower} = any(${folded})`]
  })
  if (!conditions.length) return []
  const { rows: found } = await sql<AnyRecord>`select * from ${sql.table(entity.name)}
    where user_id = ${userId} and (${sql.join(conditions, sql` or `)})
    order by id ${lock ? sql`for no key update` : sql``}`.execute(work)
  return found.map((record) => openRecord(work, entity, record))
}

// Finds duplicate values of unique fields, in the file and in the stored records (SPEC B15, B51, C433).

/** Returns the function that checks a batch of rows and adds its duplicates to `errors`. */
function createDuplicateFinder(
  work: Database | Work,
  userId: string,
  entity: Entity,
  errors: ErrorList,
) {
  const unique = Object.entries(entity.fields).filter(([, field]) => field.unique)
  const lines = new Map(unique.map(([name]) => [name, new Map<string, number>()]))

  /** The ids of the records with each key: several if they had it before numbers were compared by value. */
  async function findStored(
    name: string,
    key: NumberSpelling | undefined,
    values: string[],
  ): Promise<Map<string, number[]>> {
    if (!values.length) return new Map()
    const column = key ? sql`${sql.ref(key.sql)}(${sql.ref(name)})` : sql.ref(name)
    const { rows } = await sql<{ value: string; id: number }>`select ${column} as value, id
      from ${sql.table(entity.name)}
      where user_id = ${userId} and ${column} = any(${values})`.execute(work)
    const byKey = Map.groupBy(rows, ({ value }) => value)
    return new Map([...byKey].map(([value, same]) => [value, same.map(({ id }) => id)]))
  }

  return async (rows: CheckedRow[]): Promise<void> => {
    for (const [name, { label, schema, key }] of unique) {
      const seen = lines.get(name) ?? new Map<string, number>()
      const named = rows.flatMap(({ line, sent, state, stored }) => {
        if (state === 'skipped' || (state === 'invalid' && stored)) return []
        const value = schema.safeParse(sent[name]).data
        if (typeof value !== 'string') return []
        return [{ line, value, same: key?.of(value) ?? value, id: stored?.id }]
      })
      const existing = await findStored(
        name,
        key,
        named.map(({ same }) => same),
      )
      for (const { line, value, same, id } of named) {
        const first = seen.get(same)
        const ids = existing.get(same) ?? []
        const isOwn = id !== undefined && ids.includes(id)
        // The rows of such records have one key, each its own record.
        if (isOwn && ids.length > 1) continue
        if (ids.length && !isOwn) {
          errors.add(line, name, `${label} ${value} already exists`, `${label} already exists`)
        } else if (first) {
          const message = `${label} ${value} is already in row ${first}`
          errors.add(line, name, message, `${label} is in the file twice`)
        } else seen.set(same, line)
      }
    }
  }
}
