/**
 * The ids that workers assign. A trigger on a worker numbers its rows from a range of that worker: its group's number
 * times 2^48 (the audit log, the sums of rules). A restore, and a distribution, bring rows with such ids to workers whose
 * sequences start again: the next row would be a duplicate.
 */
import pg from 'pg'
import { hasCitus, runOnWorkers } from './citus.ts'

/** Citus's size of a worker's range, as a power of two. */
const RANGE_BITS = 48

type Numbered = { name: string; column: string }

/** The largest id of one table within the range of one worker's group. Ids are text: they may exceed safe integers. */
type LargestId = Numbered & { group: string; id: string }

/**
 * Sets every worker's numbering past the existing ids. Does nothing without Citus, and nothing if run again.
 * Returns the number of sequences that were behind.
 */
export function setWorkerNumbering(session: pg.ClientBase): Promise<number> {
  return countBehind(session, (sequence, id) => `setval(${sequence}, ${id})`)
}

/** How many sequences of workers would assign an id that already exists. Changes nothing. */
export function countWorkersBehind(session: pg.ClientBase): Promise<number> {
  return countBehind(session, (sequence) => sequence)
}

/** `count`: an expression that is not null, for each sequence that is behind. */
async function countBehind(
  session: pg.ClientBase,
  count: (sequence: string, id: string) => string,
): Promise<number> {
  if (!(await hasCitus(session))) return 0
  const largest: LargestId[] = []
  for (const table of await listNumbered(session))
    largest.push(...(await readLargest(session, table)))
  if (!largest.length) return 0
  const values = largest.map(
    ({ group, name, column, id }) =>
      `(${group}, ${pg.escapeLiteral(name)}, ${pg.escapeLiteral(column)}, ${id})`,
  )
  const sequence = 'pg_get_serial_sequence(one.name, one.part)'
  const rows = await runOnWorkers(
    session,
    `select count(${count(sequence, 'one.id')})
    from (values ${values.join(', ')}) as one (group_number, name, part, id)
    where one.group_number = (select groupid from pg_dist_local_group)
      and coalesce(pg_sequence_last_value(${sequence}::regclass), 0) < one.id`,
  )
  return rows.reduce((sum, { result }) => sum + Number(result), 0)
}

/** The distributed tables with a numbered column. */
async function listNumbered(session: pg.ClientBase): Promise<Numbered[]> {
  const { rows } = await session.query<Numbered>(`
    select quote_ident(c.relname) as name, attname as column
    from pg_dist_partition join pg_class c on c.oid = logicalrelid
      join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
    where partmethod = 'h' and c.relnamespace = 'public'::regnamespace
      and pg_get_serial_sequence(quote_ident(c.relname), attname) is not null
    order by 1`)
  return rows
}

/** The rows that no worker numbered are below the first range, so that most tables have none to read. */
async function readLargest(session: pg.ClientBase, table: Numbered): Promise<LargestId[]> {
  const id = pg.escapeIdentifier(table.column)
  const { rows } = await session.query<{ group: string; id: string }>(`
    select (${id} >> ${RANGE_BITS})::text as "group", max(${id})::text as id from ${table.name}
    where ${id} >= ${2n ** BigInt(RANGE_BITS)} group by 1`)
  return rows.map((row) => ({ ...table, ...row }))
}
