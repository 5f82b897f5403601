/** Where the database names a broker, a driver or a truck, so that a merge can move it (SPEC C502). */
import { sql, type RawBuilder } from 'kysely'
import type { MergedName } from '#core/merging/merging.ts'
import type { Database, Work } from '#server/database/open.ts'
import { moveTrashLinks, type MergedIds } from './trash-links.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'

type Place = {
  table: string
  column: string
  /** Rows have a version that an open form sends. */
  versioned?: true
  /** Condition on a row that moves and on one of the kept record (`own`): then only `own` stays. */
  unlessOwn?: RawBuilder<unknown>
}

const ONE_EACH = sql`true`

/** Every column that decides what is deducted, when and from whom. `total` is null without a balance. */
export const DEDUCTION_COLUMNS = [
  ...['category', 'description', 'basis', 'value', 'kind', 'extra_pay', 'balance', 'total'],
  ...['first_day', 'last_day', 'frequency', 'every_weeks', 'floor', 'shortfall', 'priority'],
  ...['net_percent', 'owner_id', 'driver_id'],
]

/** Two equal loans are two loans. */
const EQUAL_DEDUCTIONS = sql`moved.balance = 'none' and ${areSame(DEDUCTION_COLUMNS)}`

/** In the order of the locks: loads, then invoices. */
export const MOVED: Readonly<Record<MergedName, readonly Place[]>> = {
  brokers: [
    { table: 'loads', column: 'broker_id', versioned: true },
    { table: 'invoices', column: 'broker_id', versioned: true },
    { table: 'receipts', column: 'broker_id', versioned: true },
    { table: 'receivable_entries', column: 'broker_id' },
    { table: 'contacts', column: 'broker_id', versioned: true },
    { table: 'broker_checks', column: 'broker_id', unlessOwn: sql`own.file_id = moved.file_id` },
    { table: 'factor_brokers', column: 'broker_id', versioned: true, unlessOwn: ONE_EACH },
    { table: 'document_needs', column: 'broker_id', versioned: true, unlessOwn: ONE_EACH },
    { table: 'packet_orders', column: 'broker_id', versioned: true, unlessOwn: ONE_EACH },
  ],
  drivers: [
    { table: 'trucks', column: 'driver_id', versioned: true },
    { table: 'loads', column: 'driver_id', versioned: true },
    { table: 'loads', column: 'driver2_id', versioned: true },
    { table: 'invitations', column: 'driver_id' },
  ],
  trucks: [
    { table: 'loads', column: 'truck_id', versioned: true },
    {
      table: 'deduction_rules',
      column: 'truck_id',
      versioned: true,
      unlessOwn: EQUAL_DEDUCTIONS,
    },
  ],
}

export async function moveUse(
  work: Work,
  userId: string,
  name: MergedName,
  { from, into }: MergedIds,
): Promise<void> {
  for (const { table, column, versioned, unlessOwn } of MOVED[name]) {
    const at = sql.ref(column)
    if (unlessOwn)
      await sql`delete from ${sql.table(table)} as moved
        where user_id = ${userId} and ${at} = ${from} and exists (select from ${sql.table(table)} as own
          where own.user_id = ${userId} and own.${at} = ${into} and ${unlessOwn})`.execute(work)
    await sql`with moved as (select id from ${sql.table(table)}
        where user_id = ${userId} and ${at} = ${from} order by id for no key update)
      update ${sql.table(table)} as record set ${at} = ${into}${versioned ? sql`, ${NEXT_VERSION_SQL}` : sql``}
      from moved where record.user_id = ${userId} and record.id = moved.id`.execute(work)
  }
  await moveImportNames(work, userId, name, { from, into })
  const columns = [...new Set(MOVED[name].map(({ column }) => column))]
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

/** The number of rows that name the record, by table. */
export async function countUseToMove(
  database: Database,
  userId: string,
  name: MergedName,
  id: number,
): Promise<Record<string, number>> {
  const counts = MOVED[name].map(
    ({ table, column }) => sql`select ${sql.lit(table)}::text as name, count(*) as count
      from ${sql.table(table)} where user_id = ${userId} and ${sql.ref(column)} = ${id}`,
  )
  const query = sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`
  const { rows } = await query.execute(database)
  const sums: Record<string, number> = {}
  for (const { name: table, count } of rows) sums[table] = (sums[table] ?? 0) + Number(count)
  return sums
}
