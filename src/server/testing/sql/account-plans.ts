/**
 * Whether statements stay within one account, judged by the planner's plan: it must narrow each table it reads
 * to an account before it looks at a row. A cluster distributed by account routes a statement by the same rule.
 */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { withChangedRows, type FunctionStatement } from './function-statements.ts'
import { planQuery, toQuery, type Plan } from './statement-plans.ts'

/** The statements that may look beyond one account, and why. */
const ALLOWED: { statement: RegExp; why: string }[] = [
  {
    statement: /from "users" where "deleted_at" is not null/,
    why: 'finds accounts whose rows are not deleted yet',
  },
  {
    statement: /where "?(?:members\.)?user_id"? = any\(\$\d+::uuid\[\]\)/,
    why: 'reads the accounts of a person, which it names',
  },
  { statement: /^delete from "invitations" where "expires_at" </, why: 'deletes old invitations' },
]

/** The statements of `plans` that read a row of an account's table without naming the account. */
export async function findStatementsBeyondAccount(
  database: Database,
  plans: Map<string, Plan>,
): Promise<string[]> {
  const columns = await readAccountColumns(database)
  const across = [...plans].filter(([, plan]) => !staysWithin(plan, columns))
  const statements = across.map(([statement]) => statement)
  return statements.filter((statement) => {
    const query = toQuery(statement) ?? ''
    return !ALLOWED.some((allowed) => allowed.statement.test(query))
  })
}

/**
 * The inserts that read one table directly: Citus 13.2 asks all machines for its rows, even if the account is named. A subquery, a join or
 * an `exists` in the statement avoids it.
 */
export function findDirectInserts(statements: Iterable<string>): string[] {
  return [...statements].filter((statement) => {
    const query = toQuery(statement) ?? ''
    const tables = [...query.matchAll(/\b(?:from|join) /g)]
    return (
      tables.length === 1 &&
      /^insert into .* from "?\w+"?(?: as \w+)? where .*"?user_id"? = \$/.test(query)
    )
  })
}

/** The functions that may look beyond one account, and why. */
const ALLOWED_FUNCTIONS: Record<string, string> = {
  follow_due_invoices:
    'the job that finds the accounts with due invoices; then one account after the other',
}

/** The statements of functions that read a row of an account's table without naming the account by a parameter. */
export async function findFunctionsBeyondAccount(
  work: Work,
  statements: FunctionStatement[],
): Promise<string[]> {
  const columns = await readAccountColumns(work)
  const found: string[] = []
  await sql`set local plan_cache_mode = force_generic_plan`.execute(work)
  for (const statement of statements) {
    const { name, query, types } = statement
    if (name in ALLOWED_FUNCTIONS) continue
    const plan = await withChangedRows(work, statement, () => planQuery(work, query, types))
    if (!staysWithin(plan, columns)) found.push(`${name}: ${query}`)
  }
  return found
}

/** Keyed by table: the column that names the account of a row. */
async function readAccountColumns(database: Database | Work): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`.execute(
    database,
  )
  return new Map([['users', 'id'], ...rows.map(({ name }) => [name, 'user_id'] as const)])
}

function staysWithin(plan: Plan, columns: Map<string, string>): boolean {
  // The planner found that no row can match: nothing below runs.
  if (plan['One-Time Filter'] === 'false') return true
  const column = columns.get(plan['Relation Name'] ?? '')
  // The node below finds the rows that are written; a new row cannot lack its account.
  const reads = column !== undefined && plan['Node Type'] !== 'ModifyTable'
  if (reads && !listConditions(plan).some((condition) => limitsToAccount(condition, column)))
    return false
  return (plan.Plans ?? []).every((below) => staysWithin(below, columns))
}

/** The conditions that must all hold. */
function listConditions(plan: Plan): string[] {
  return ['Index Cond', 'Recheck Cond', 'Filter'].flatMap((key) => {
    const condition = plan[key]
    return typeof condition === 'string' ? split(condition, ' AND ') : []
  })
}

/** Splits at the outermost level: `((a = 1) AND ((b = 2) OR (c = 3)))` → `(a = 1)`, `((b = 2) OR (c = 3))`. */
function split(condition: string, separator: ' AND ' | ' OR '): string[] {
  const parts: string[] = []
  const within = condition.includes(separator) ? condition.slice(1, -1) : condition
  let [depth, start] = [0, 0]
  for (let at = 0; at < within.length; at++) {
    if (within[at] === '(') depth++
    if (within[at] === ')') depth--
    if (depth > 0 || !within.startsWith(separator, at)) continue
    parts.push(within.slice(start, at))
    start = at + separator.length
  }
  return [...parts, within.slice(start)]
}

/** Two indexes may each find some of the rows: then each of them must name the account. */
function limitsToAccount(condition: string, column: string): boolean {
  const cases = split(condition, ' OR ')
  if (cases.length === 1) return namesAccount(condition, column)
  return cases.every((part) => split(part, ' AND ').some((each) => limitsToAccount(each, column)))
}

/** `(user_id = $1)`. The account of another row does not count: `(user_id = record.user_id)` (SPEC C257). */
function namesAccount(condition: string, column: string): boolean {
  // Before PostgreSQL 17, a plan shows the result of a subquery as $0.
  const account = String.raw`\(?\$[1-9]\d*\)?(?:::uuid)?`
  return new RegExp(String.raw`^\(?(?:\w+\.)?${column} = ${account}\)?$`).test(condition)
}

/** Statements of background jobs and of the start, which look for accounts with work to do, and what they do. */
export const JOB_STATEMENTS: { statement: RegExp; why: string }[] = [
  { statement: /^delete from "sessions" where \(sessions\.expire/, why: 'deletes ended sessions' },
  { statement: /^delete from "upload_links" where/, why: 'deletes links that were never used' },
  { statement: /^delete from document_arrivals where arrived_at </, why: 'deletes old news' },
  { statement: /^(?:update|delete from) "idempotency_keys" /, why: 'deletes old keys' },
  { statement: /^delete from "imports" where/, why: 'deletes the progress of old imports' },
  { statement: /^update undo_records set created_at = now\(\)/, why: 'corrects a clock' },
  { statement: /^delete from undo_records as kept using \(/, why: 'empties the trash' },
  { statement: /^select user_id, array_agg\(id\) as ids from \(/, why: 'finds unused files' },
  { statement: /^select user_id, added from storage where/, why: 'finds accounts to count' },
  {
    statement: /^select user_id, id from mails where state = 'queued'/,
    why: 'finds mails to send',
  },
]
