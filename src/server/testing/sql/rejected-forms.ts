/**
 * Forms of SQL that a database on several machines (Citus) rejects or gets wrong, though PostgreSQL takes them (SPEC C259).
 * Each was seen on Citus 13.2.2; here the text is checked.
 */
import { sql, type QueryExecutorProvider } from 'kysely'
import type { FunctionStatement } from './function-statements.ts'

/** Words that are functions without parentheses. */
const CLOCKS = 'current_date|current_time|current_timestamp|localtime|localtimestamp'

/** The names of functions that are not immutable. */
export async function readUnstableFunctions(work: QueryExecutorProvider): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    group by proname having bool_and(provolatile <> 'i')`.execute(work)
  return new Set(rows.map(({ name }) => name))
}

/** The statements that have such a form, with its name. `unstable`: names of functions that are not immutable. */
export function findRejectedForms(statements: Iterable<string>, unstable: Set<string>): string[] {
  return [...statements].flatMap((statement) => {
    const text = statement.toLowerCase()
    const found = [
      ...(hasUnstableConflict(text, unstable) ? ['a time or chance in "on conflict"'] : []),
      ...(/\bcase\s+\(?\$\d+\)?(?:::\w+)?\s+when\b/.test(text) ? ['"case" of a parameter'] : []),
      ...(joinsNullable(text) ? ['an outer join on a parameter that may be null'] : []),
    ]
    return found.map((form) => `${form}: ${statement}`)
  })
}

/** The whole row that conflicts is written on its machine: give a time in `values`, and take it from `excluded`. */
function hasUnstableConflict(text: string, unstable: Set<string>): boolean {
  const update = /\bon conflict\b.*?\bdo update set\b(.*)$/s
    .exec(text)?.[1]
    ?.replace(/\breturning\b.*$/s, '')
  if (!update) return false
  const called = [...update.matchAll(/(\w+)\s*\(/g)].map(([, name]) => name ?? '')
  return (
    called.some((name) => unstable.has(name)) ||
    new RegExp(String.raw`\b(?:${CLOCKS})\b`).test(update) ||
    /[-+]\s*interval\b/.test(update)
  )
}

/** PostgreSQL drops a join with null before Citus sees whose rows it reads: join with `coalesce($1, 0)`. */
function joinsNullable(text: string): boolean {
  const joins = text.matchAll(
    /\bleft (?:outer )?join (?!lateral)[^()]*? on (.*?)(?=\b(?:left|inner|cross|join|where|group|order|limit|union)\b|$)/gs,
  )
  return [...joins].some(([, condition = '']) =>
    [...condition.matchAll(/"?(\w+)"? = \(?\$(\d+)\b/g)].some(
      ([, column, parameter]) =>
        column !== 'user_id' &&
        column !== 'userId' &&
        !NEVER_NULL.some((known) => known.test(`${column} = $${parameter}`)),
    ),
  )
}

/** Conditions of outer joins whose parameter is never null, and why. */
const NEVER_NULL: RegExp[] = [
  // The function's own statement.
  /^billing_id = \$/,
]

/** Statements of triggers that read both the changed rows and tables: no machine has the changed rows of another. */
export function findMixedReads(statements: FunctionStatement[]): string[] {
  return statements
    .filter(({ changedRows }) => changedRows.length > 0)
    .map(({ name, query }) => `changed rows and tables in one statement: ${name}: ${query}`)
}

/** SQL-language functions with parameters that read a table, and functions with the row of a table as a parameter. */
export async function findRejectedFunctions(work: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with tables as (select oid, relname, reltype from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v'))
    select 'SQL-language function over a table: ' || proname as name
      from pg_proc join pg_language on pg_language.oid = prolang
      where pronamespace = 'public'::regnamespace and lanname = 'sql' and pronargs > 0 and exists (select from tables
        where pg_get_functiondef(pg_proc.oid) ~* ('\\m(from|join|update|into|using)\\s+(public\\.)?' || relname || '\\M'))
    union all select 'function of a row of a table: ' || proname from pg_proc
      where pronamespace = 'public'::regnamespace
        and exists (select from tables where reltype = any(coalesce(proallargtypes, proargtypes::oid[])))
    order by 1`.execute(work)
  return rows.map(({ name }) => name)
}

/** The errors of functions that have a constraint but do not begin with its name: Citus returns only the words. */
export async function findUnnamedConstraints(work: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{
    name: string
    body: string
  }>`select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`.execute(work)
  return rows.flatMap(({ name, body }) =>
    body
      .replace(/--.*$/gm, '')
      .split(';')
      .filter((text) => /\bconstraint\s*=/.test(text) && !beginsWithConstraint(text))
      .map((text) => `${name}: ${text.trim()}`),
  )
}

/** `raise exception 'loads_frozen: …' using …, constraint = 'loads_frozen'`, or `'%_posted: …'` with `… || '_posted'`. */
function beginsWithConstraint(text: string): boolean {
  const [, message] = /\braise\s+exception\s+'(%?\w+): /.exec(text) ?? []
  const [, named, ending] = /\bconstraint\s*=\s*(?:'(\w+)'|\w+\s*\|\|\s*'(\w+)')/.exec(text) ?? []
  return message !== undefined && message === (named ?? `%${ending}`)
}
