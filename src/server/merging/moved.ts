/** Where the database names a broker, a driver or a truck, so that a merge can move it (SPEC C502). */
import { sql, type RawBuilder } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences, namesOf } from '#core/entities/entity.ts'
import type { MergedName } from '#core/merging/merging.ts'
import { pluralize } from '#core/pluralize.ts'
import { ruleFields } from '#core/settlements/rules.ts'
import { everyTable, listLinksTo } from '#core/tables.ts'
import type { Database, Work } from '#server/database/open.ts'
import { moveTrashLinks, type MergedIds } from './trash-links.ts'
import { NEXT_VERSION_SQL, snakeCase } from '#server/database/values.ts'

const ONE_EACH = sql`true`

/** Every column that decides what is deducted, when and from whom. */
export const DEDUCTION_COLUMNS = namesOf(ruleFields)
  .filter((name) => name !== 'truckId')
  .map(snakeCase)

/** Two equal loans are two loans. */
const EQUAL_DEDUCTIONS = sql`moved.balance = 'none' and ${areSame(DEDUCTION_COLUMNS)}`

/** A record has these rows once: of two that are then equal, that of the kept record (`own`) stays. */
export const ONCE: Readonly<Record<string, RawBuilder<unknown>>> = {
  broker_checks: sql`own.file_id = moved.file_id`,
  factor_brokers: ONE_EACH,
  document_needs: ONE_EACH,
  packet_orders: ONE_EACH,
  deduction_rules: EQUAL_DEDUCTIONS,
}

/** These rows have no version, or no form that sends it. */
const UNVERSIONED = ['receivable_entries', 'broker_checks', 'invitations']

/**
 * The columns that move: every link of another record, and of the rows of declared tables those that move with it. What names a truck
 * or a driver otherwise stays, and keeps its record. In the order of the locks: loads, then invoices, payments and their entries.
 */
export function listMoved(name: MergedName): { table: string; column: string }[] {
  const ofRecords = everyEntity.flatMap((entity) =>
    listReferences(entity.fields)
      .filter(({ to }) => to === name)
      .map((reference) => ({ name: entity.name, field: reference.name })),
  )
  const ofTables = listLinksTo(
    name,
    ({ movesWith }) => name === 'brokers' || movesWith?.includes(name),
  )
  return [...ofRecords, ...ofTables].map(({ name: table, field }) => ({
    table,
    column: snakeCase(field),
  }))
}

export async function moveUse(
  work: Work,
  userId: string,
  name: MergedName,
  { from, into }: MergedIds,
): Promise<void> {
  const places = listMoved(name)
  for (const { table, column } of places) {
    const at = sql.ref(column)
    const once = ONCE[table]
    const next = UNVERSIONED.includes(table) ? sql`` : sql`, ${NEXT_VERSION_SQL}`
    if (once)
      await sql`delete from ${sql.table(table)} as moved
        where user_id = ${userId} and ${at} = ${from} and exists (select from ${sql.table(table)} as own
          where own.user_id = ${userId} and own.${at} = ${into} and ${once})`.execute(work)
    await sql`with moved as (select id from ${sql.table(table)}
        where user_id = ${userId} and ${at} = ${from} order by id for no key update)
      update ${sql.table(table)} as record set ${at} = ${into}${next}
      from moved where record.user_id = ${userId} and record.id = moved.id`.execute(work)
  }
  await moveImportNames(work, userId, name, { from, into })
  const columns = [...new Set(places.map(({ column }) => column))]
  await moveTrashLinks(work, userId, { name, columns }, { from, into })
}

function areSame(columns: readonly string[]): RawBuilder<unknown> {
  const row = (table: string) => sql.join(columns.map((name) => sql.ref(`${table}.${name}`)))
  return sql`(${row('own')}) is not distinct from (${row('moved')})`
}

/** A name that meant the record that goes means the other one in the next file (SPEC C435). */
async function moveImportNames(
  work: Work,
  userId: string,
  name: MergedName,
  { from, into }: MergedIds,
): Promise<void> {
  await work
    .updateTable('importNames')
    .set({ recordId: into })
    .where('userId', '=', userId)
    .where('entity', '=', name)
    .where('recordId', '=', from)
    .execute()
}

/** The rows that name the record, in words: "12 loads". Tables without words move without a word. */
export async function describeUseToMove(
  database: Database,
  userId: string,
  name: MergedName,
  id: number,
): Promise<string[]> {
  const counts = listMoved(name).map(
    ({ table, column }) => sql`select ${sql.lit(table)}::text as name, count(*) as count
      from ${sql.table(table)} where user_id = ${userId} and ${sql.ref(column)} = ${id}`,
  )
  const query = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`
  const { rows } = await query.execute(database)
  const sums: Record<string, number> = {}
  for (const { name: table, count } of rows) sums[table] = (sums[table] ?? 0) + Number(count)
  return Object.entries(sums).flatMap(([table, count]) => {
    const words = wordsOf(table)
    return words && count ? [pluralize(count, words.one, words.many)] : []
  })
}

function wordsOf(name: string): { one: string; many: string } | undefined {
  const record = everyEntity.find((entity) => entity.name === name)
  if (record) return { one: record.singular.toLowerCase(), many: record.title.toLowerCase() }
  return everyTable.find(([table]) => table === name)?.[1].words
}
