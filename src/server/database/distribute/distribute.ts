/**
 * Distributes the tables over the workers of a Citus cluster: all of them, or those that a later migration added
 * (SPEC C263, C266).
 */
import type pg from 'pg'
import { inOneTransaction } from '#server/database/backup/session.ts'
import { setWorkerNumbering } from './numbering.ts'
import { ACCOUNT_COLUMN } from './plan.ts'
import { readReadiness, type Readiness } from './readiness.ts'
import type { Roles } from './role-settings.ts'
import type { DistributionState } from './state.ts'

export class NotReadyError extends Error {
  readonly readiness: Readiness
  constructor(readiness: Readiness) {
    super('Nothing was distributed.')
    this.readiness = readiness
  }
}

export type Distribution = {
  readiness: Readiness
  /** Rows of the tables that this run distributed. */
  rows: bigint
  /** Sequences of workers that were behind. */
  sequences: number
}

/**
 * All in one transaction: after an error every table is as before, on every node. Does nothing if nothing is left to
 * do. Throws NotReadyError if something is missing, and an Error if a server of Haulbook is connected.
 */
export async function distributeTables(session: pg.Client, roles: Roles): Promise<Distribution> {
  const readiness = await readReadiness(session, roles)
  const { state } = readiness
  if (!state || readiness.missing.length) throw new NotReadyError(readiness)
  await rejectServers(session)
  let rows = 0n
  if (isPending(state)) {
    rows = await inOneTransaction(session, 'begin', () => distributePending(session, state))
  }
  // This uses its own connections to the workers, which see the sequences only after the commit. It is safe to repeat.
  return { readiness, rows, sequences: await setWorkerNumbering(session) }
}

function isPending({ pending, pendingFunctions }: DistributionState): boolean {
  return Boolean(pending.reference.length + pending.distributed.length + pendingFunctions.length)
}

/** Instances name their connections: see `open.ts`. */
async function rejectServers(session: pg.ClientBase): Promise<void> {
  const { rows } = await session.query<{ count: string }>(`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'haulbook' and pid <> pg_backend_pid()`)
  const count = Number(rows[0]?.count)
  if (count)
    throw new Error(
      `Stop every server of Haulbook first: ${count} connections are open. Nothing was distributed.`,
    )
}

/** For this transaction only. Citus names the second one "unsafe": see docs/scaling.md. */
const SETTINGS = [
  "citus.multi_shard_modify_mode = 'sequential'",
  'citus.enable_unsafe_triggers = on',
  'citus.enable_local_reference_table_foreign_keys = off',
]

/** Returns the number of rows. One statement per message: Citus rejects a trigger's change in a longer one. */
async function distributePending(session: pg.Client, state: DistributionState): Promise<bigint> {
  const { reference, distributed } = state.pending
  const tables = [...reference, ...distributed].map((name) => session.escapeIdentifier(name))
  for (const setting of SETTINGS) await session.query(`set local ${setting}`)
  for (const name of state.pendingFunctions)
    await session.query('select create_distributed_function($1::regprocedure)', [name])
  // Copying to the workers would fire the triggers. The lock of this statement also keeps other sessions from writing.
  for (const table of tables) await session.query(`alter table ${table} disable trigger user`)
  const before = await countRows(session, tables)
  await createTables(session, state)
  // Otherwise the coordinator keeps a copy of the rows. Those that link to others come first.
  for (const table of tables.toReversed())
    await session.query('select truncate_local_data_after_distributing_table($1::regclass)', [
      table,
    ])
  for (const table of tables) await session.query(`alter table ${table} enable trigger user`)
  rejectOtherCounts(before, await countRows(session, tables))
  return [...before.values()].reduce((sum, count) => sum + count, 0n)
}

async function createTables(session: pg.Client, state: DistributionState): Promise<void> {
  const { reference, distributed } = state.pending
  const [first = ''] = distributed
  for (const name of reference)
    await session.query('select create_reference_table($1::regclass)', [
      session.escapeIdentifier(name),
    ])
  for (const name of distributed) {
    const other = state.colocatedWith ?? (name === first ? null : first)
    // "none" starts a group that no other tables share.
    await session.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      session.escapeIdentifier(name),
      ACCOUNT_COLUMN,
      other === null ? 'none' : session.escapeIdentifier(other),
    ])
  }
}

async function countRows(session: pg.ClientBase, tables: string[]): Promise<Map<string, bigint>> {
  const counts = new Map<string, bigint>()
  for (const table of tables) {
    const { rows } = await session.query<{ count: string }>(
      `select count(*) as count from ${table}`,
    )
    counts.set(table, BigInt(rows[0]?.count ?? -1))
  }
  return counts
}

function rejectOtherCounts(before: Map<string, bigint>, after: Map<string, bigint>): void {
  const other = [...before].filter(([table, count]) => after.get(table) !== count)
  if (!other.length) return
  const list = other.map(([table, count]) => `${table} ${count} → ${after.get(table)}`).join(', ')
  throw new Error(`Citus has other numbers of rows: ${list}. Nothing was distributed.`)
}
