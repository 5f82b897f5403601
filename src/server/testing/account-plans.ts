/**
 * Whether statements stay within one account, asked of PostgreSQL's planner: whatever way a statement is written,
 * each table it reads must be narrowed to an account before a row is looked at. A cluster that is distributed by
 * account sends it to one machine by the same rule.
 */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'

type Plan = {
  [key: string]: unknown
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** What may look beyond an account, and why; anything else that does is a mistake. */
const ALLOWED: { statement: RegExp; why: string }[] = [
  {
    statement: /from "sessions" inner join "users".*"sessions"."sid" = \$/,
    why: 'whose cookie it is',
  },
  { statement: /from "users" where "email" = \$/, why: 'who logs in' },
  {
    statement: /^insert into audit .* from users where email = \$/,
    why: 'whose login was refused',
  },
  { statement: /^select 1 from users limit 1$/, why: 'whether the database answers' },
]

/** Those of `statements` that read a row of an account's table without saying which account's. */
export async function findStatementsBeyondAccount(
  database: Database,
  statements: Iterable<string>,
) {
  const asked = [...statements].flatMap((text) => readable(text) ?? [])
  return inTransaction(database, async (work) => {
    // As for anybody's values: a plan for known ones could leave a table out.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(work)
    const tables = await accountTables(work)
    const found: string[] = []
    for (const text of asked) if (!staysWithin(await planOf(work, text), tables)) found.push(text)
    return found
  })
}

/** Without what PostgreSQL does not plan; undefined where it reads no table, or may read any account. */
function readable(text: string): string | undefined {
  const query = text
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/^declare \w+ no scroll cursor for /, '')
    .trim()
  if (!/^(select|insert|update|delete|with|values)\b/.test(query)) return undefined
  return ALLOWED.some(({ statement }) => statement.test(query)) ? undefined : query
}

/** By name, with the column that says whose a row is. */
async function accountTables(work: Work): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`.execute(
    work,
  )
  return new Map([['users', 'id'], ...rows.map(({ name }) => [name, 'user_id'] as const)])
}

async function planOf(work: Work, text: string): Promise<Plan> {
  const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
  const values = Array.from({ length: Math.max(0, ...numbers) }, () => 'null').join()
  await sql.raw(`prepare asked as ${text}`).execute(work)
  const explain = `explain (format json) execute asked${values ? `(${values})` : ''}`
  const { rows } = await sql.raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain).execute(work)
  await sql`deallocate asked`.execute(work)
  const [row] = rows.map(({ 'QUERY PLAN': [{ Plan }] }) => Plan)
  if (!row) throw new Error(`There is no plan for ${text}`)
  return row
}

function staysWithin(plan: Plan, tables: Map<string, string>): boolean {
  const column = tables.get(plan['Relation Name'] ?? '')
  // What is written is found by the node below; a new row cannot be without its account.
  const reads = column !== undefined && plan['Node Type'] !== 'ModifyTable'
  if (reads && !conditionsOf(plan).some((one) => names(one, column))) return false
  return (plan.Plans ?? []).every((below) => staysWithin(below, tables))
}

/** Those that all have to hold. */
function conditionsOf(plan: Plan): string[] {
  return ['Index Cond', 'Recheck Cond', 'Filter'].flatMap((key) => {
    const condition = plan[key]
    return typeof condition === 'string' ? conjuncts(condition) : []
  })
}

/** `((a = 1) AND ((b = 2) OR (c = 3)))` → `(a = 1)`, `((b = 2) OR (c = 3))`. */
function conjuncts(condition: string): string[] {
  const parts: string[] = []
  const within = condition.includes(' AND ') ? condition.slice(1, -1) : condition
  let [depth, start] = [0, 0]
  for (let at = 0; at < within.length; at++) {
    if (within[at] === '(') depth++
    if (within[at] === ')') depth--
    if (depth > 0 || !within.startsWith(' AND ', at)) continue
    parts.push(within.slice(start, at))
    start = at + ' AND '.length
  }
  return [...parts, within.slice(start)]
}

/** `(user_id = $1)`, or as in a row that is of one account already: `(user_id = record.user_id)`. */
function names(condition: string, column: string): boolean {
  const account = String.raw`(?:\(?\$\d+\)?(?:::uuid)?|\(?\w+\.(?:user_id|id)\)?|\(InitPlan \d+\)\.col\d)`
  return new RegExp(String.raw`^\(?(?:\w+\.)?${column} = ${account}\)?$`).test(condition)
}
