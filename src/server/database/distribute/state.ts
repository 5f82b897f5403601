/** The part of the schema that Citus already distributes. Tables and functions of later migrations are not distributed yet. */
import type pg from 'pg'
import { hasCitus } from './citus.ts'
import { findRejections, planTables, type TablePlan } from './plan.ts'
import { listOwnFunctions, readSchema } from './read-schema.ts'

export type DistributionState = {
  plan: TablePlan
  /** The tables of `plan` that are still on the coordinator, in the order in which Citus takes them. */
  pending: { reference: string[]; distributed: string[] }
  /** The distributed table that the others are colocated with. Null: there is none yet. */
  colocatedWith: string | null
  pendingFunctions: string[]
  /** What Citus would reject: one sentence for each problem. */
  rejections: string[]
}

export async function readState(session: pg.ClientBase): Promise<DistributionState> {
  const schema = await readSchema(session)
  const plan = planTables(schema)
  const distributed = await readDistributed(session)
  const isPending = (name: string) => !distributed.has(name)
  return {
    plan,
    pending: {
      reference: plan.reference.filter(isPending),
      distributed: plan.distributed.filter(isPending),
    },
    colocatedWith: plan.distributed.find((name) => distributed.has(name)) ?? null,
    pendingFunctions: await listPendingFunctions(session),
    rejections: [...findRejections(schema), ...findMisplaced(plan, distributed)],
  }
}

/** True if Citus distributes a table of this database. */
export async function isDistributed(session: pg.ClientBase): Promise<boolean> {
  return (await hasCitus(session)) && (await readDistributed(session)).size > 0
}

/** "h": by account. "n" with "t": on every node. Other tables that Citus knows are on the coordinator. */
async function readDistributed(session: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await session.query<{ name: string; method: string }>(`
    select relname as name, partmethod as method
    from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where relnamespace = 'public'::regnamespace and (partmethod = 'h' or repmodel = 't')`)
  return new Map(rows.map(({ name, method }) => [name, method]))
}

/** Finds the tables that a person distributed in another way. */
function findMisplaced(plan: TablePlan, distributed: Map<string, string>): string[] {
  const wanted = new Map([
    ...plan.reference.map((name): [string, string] => [name, 'n']),
    ...plan.distributed.map((name): [string, string] => [name, 'h']),
  ])
  return [...distributed]
    .filter(([name, method]) => wanted.get(name) !== method)
    .map(([name]) => `${name}: it is not distributed as this version does it.`)
}

async function listPendingFunctions(session: pg.ClientBase): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(`
    select objid::regprocedure::text as name from pg_dist_object where classid = 'pg_proc'::regclass
      and exists (select from pg_proc where oid = objid)`)
  const existing = new Set(rows.map(({ name }) => name))
  return (await listOwnFunctions(session)).filter((name) => !existing.has(name))
}
