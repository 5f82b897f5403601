/** PostgreSQL's plan of each statement: it names the tables, however the statement is written. */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'

export type Plan = {
  [key: string]: unknown
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Plans by statement. Statements that PostgreSQL does not plan, such as `begin`, are left out. */
export async function planStatements(
  database: Database,
  statements: Iterable<string>,
): Promise<Map<string, Plan>> {
  return inTransaction(database, (work) => planInTransaction(work, statements))
}

/** The same with the settings of the transaction `work`. */
export async function planInTransaction(
  work: Work,
  statements: Iterable<string>,
): Promise<Map<string, Plan>> {
  // The plan for any value: a plan for known values could leave a table out.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(work)
  const plans = new Map<string, Plan>()
  for (const statement of statements) {
    const query = toQuery(statement)
    if (query) plans.set(statement, await planQuery(work, query))
  }
  return plans
}

/** The plan's nodes, outermost first. */
export function listNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
}

/** The statement on one line without comments; undefined if it has no plan. */
export function toQuery(statement: string): string | undefined {
  const query = statement
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/^declare \w+ no scroll cursor for /, '')
    .trim()
  return /^(select|insert|update|delete|with|values)\b/.test(query) ? query : undefined
}

/** `types`: of the parameters; PostgreSQL finds those that are missing or `unknown`. */
export async function planQuery(work: Work, query: string, types: string[] = []): Promise<Plan> {
  const numbers = [...query.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  const values = Array.from({ length: Math.max(0, ...numbers) }, () => 'null').join()
  const given = types.length ? `(${types.join()})` : ''
  await sql.raw(`prepare asked${given} as ${query}`).execute(work)
  const explain = `explain (format json) execute asked${values ? `(${values})` : ''}`
  const { rows } = await sql.raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain).execute(work)
  await sql`deallocate asked`.execute(work)
  const [plan] = rows.map(({ 'QUERY PLAN': [{ Plan }] }) => Plan)
  if (!plan) throw new Error(`PostgreSQL returned no plan for ${query}`)
  return plan
}
