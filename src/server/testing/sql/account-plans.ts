/**
 * Whether statements stay within one account, judged by the planner's plan: it must narrow each table it reads
 * to an account before it looks at a row. A cluster distributed by account routes a statement by the same rule.
 */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { toQuery, type Plan } from './statement-plans.ts'

/** The statements that may look beyond one account, and why. */
const ALLOWED: { statement: RegExp; why: string }[] = [
  {
    statement: /from "users" where "deleted_at" is not null/,
    why: 'finds accounts whose rows are not deleted yet',
  },
  {
    statement: /^insert into audit .* from members\s+where person_id = /,
    why: 'logs what concerns a person in each of their accounts',
  },
  {
    statement: /(?:from|using) "?members"?\s[^]*?where "?(?:members"?\.)?"?person_id"? = \$/,
    why: "finds the accounts of a person, and the person's sessions in them",
  },
  { statement: /^delete from persons where id = any/, why: 'keeps people who belong to others' },
  {
    statement: /where (members\.)?user_id = any\(\$1::uuid\[\]\)/,
    why: 'names the accounts that a person can switch to',
  },
  { statement: /^delete from "invitations" where "expires_at" </, why: 'deletes old invitations' },
]

/** The statements of `plans` that read a row of an account's table without naming the account. */
export async function findStatementsBeyondAccount(
  database: Database,
  plans: Map<string, Plan>,
): Promise<string[]> {
  const columns = await readAccountColumns(database)
  return [...plans.keys()].filter((statement) => {
    const query = toQuery(statement) ?? ''
    if (ALLOWED.some((allowed) => allowed.statement.test(query))) return false
    const plan = plans.get(statement)
    return plan && !staysWithin(plan, columns)
  })
}

/** Keyed by table: the column that names the account of a row. */
async function readAccountColumns(database: Database): Promise<Map<string, string>> {
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

/** `(user_id = $1)`, or the account of a row that is narrowed already: `(user_id = record.user_id)`. */
function namesAccount(condition: string, column: string): boolean {
  const account = String.raw`(?:\(?\$\d+\)?(?:::uuid)?|\(?\w+\.(?:user_id|id)\)?|\(InitPlan \d+\)\.col\d)`
  return new RegExp(String.raw`^\(?(?:\w+\.)?${column} = ${account}\)?$`).test(condition)
}
