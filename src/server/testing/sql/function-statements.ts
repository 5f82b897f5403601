/**
 * The statements inside the database's PL/pgSQL functions, as queries with parameters that PostgreSQL can plan. Each variable
 * is a parameter with its type: `where user_id = new.user_id` → `where user_id = $1`.
 */
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Work } from '#server/database/open.ts'

export type FunctionStatement = {
  /** The name of the function. */
  name: string
  query: string
  /** The type of each parameter. */
  types: string[]
  /** The changed rows of a trigger that the statement reads, by their name, and the table whose rows they are. */
  changedRows: string[]
  table: string | undefined
}

type Declared = { name: string; body: string; types: Map<string, string>; triggered: string[] }
type Row = Omit<Declared, 'types'> & {
  argumentNames: string[] | null
  argumentTypes: string[]
  changedRows: string[]
}

/** Keyed by table: the type of each column. */
type Columns = Map<string, Map<string, string>>

export async function listFunctionStatements(
  work: QueryExecutorProvider,
): Promise<FunctionStatement[]> {
  const columns = await readColumns(work)
  const { rows } =
    await sql<Row>`select proname as name, prosrc as body, proargnames as argument_names,
      array(select format_type(type, null) from unnest(coalesce(proallargtypes, proargtypes::oid[])) as type) as argument_types,
      array(select distinct tgrelid::regclass::text from pg_trigger where tgfoid = pg_proc.oid and not tgisinternal) as triggered,
      array(select distinct changed from pg_trigger cross join lateral (values (tgoldtable::text), (tgnewtable::text)) as rows (changed)
        where tgfoid = pg_proc.oid and not tgisinternal and changed is not null) as changed_rows
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = 'public'::regnamespace and lanname = 'plpgsql' order by 1`.execute(work)
  return rows.flatMap((row) => {
    const given = (row.argumentNames ?? []).map((name, at) => [name, row.argumentTypes[at] ?? ''])
    const body = row.body.replace(/--.*$/gm, '')
    const types = new Map([...(given as [string, string][]), ...readDeclared(body)])
    const declared = { name: row.name, body, types, triggered: row.triggered }
    const reads = new RegExp(
      String.raw`\b(?:from|join|update|into|using)\s+(?:${[...columns.keys()].join('|')})\b`,
    )
    return splitBody(body)
      .filter((text) => reads.test(text))
      .map((text) => ({
        name: row.name,
        ...withParameters(text, declared, columns),
        changedRows: row.changedRows.filter((rows) =>
          new RegExp(String.raw`\b${rows}\b`).test(text),
        ),
        table: row.triggered[0],
      }))
  })
}

/** Runs `read` while each set of changed rows is an empty temporary table: reading it is no lookup. */
export async function withChangedRows<Result>(
  work: Work,
  { changedRows, table }: FunctionStatement,
  read: () => Promise<Result>,
): Promise<Result> {
  for (const rows of changedRows)
    await sql`create temp table ${sql.ref(rows)} (like ${sql.ref(table ?? '')})`.execute(work)
  const result = await read()
  for (const rows of changedRows) await sql`drop table pg_temp.${sql.ref(rows)}`.execute(work)
  return result
}

async function readColumns(work: QueryExecutorProvider): Promise<Columns> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select relname as table, attname as column, format_type(atttypid, atttypmod) as type
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`.execute(
    work,
  )
  const columns: Columns = new Map()
  for (const { table, column, type } of rows)
    columns.set(table, (columns.get(table) ?? new Map<string, string>()).set(column, type))
  return columns
}

/** `declare total numeric; line expenses := …;` → the type of each variable, lowercase. */
function readDeclared(body: string): [string, string][] {
  const part = /^\s*declare\b(.*?)\bbegin\b/s.exec(body)?.[1] ?? ''
  return part.split(';').flatMap((text) => {
    const [, name, type] = /^\s*(\w+)\s+(?:constant\s+)?([\w%]+(?:\[\])?)/.exec(text) ?? []
    return name && type ? [[name, type.replace('%rowtype', '')] as [string, string]] : []
  })
}

const CONTROL = /^(?:begin|then|else|loop|exception|declare)\b/i

/** The queries of a body, without PL/pgSQL around them: `if exists (…) then` → `select exists (…)`. */
function splitBody(body: string): string[] {
  return splitStatements(body).flatMap((text) => {
    const query = toQuery(text)
    return query ? [query] : []
  })
}

/** At each `;`, and at the words that begin a block, unless they are within parentheses or a `case` of a query. */
function splitStatements(body: string): string[] {
  const parts: string[] = []
  let [start, depth, cases] = [0, 0, 0]
  const cut = (at: number, next: number) => {
    parts.push(body.slice(start, at).trim())
    start = next
    cases = 0
  }
  const tokens = /'(?:[^']|'')*'|[();]|\b(?:case|end|then|else|loop|begin)\b/gi
  for (const { 0: token, index } of body.matchAll(tokens)) {
    const word = token.toLowerCase()
    if (word === '(') depth++
    else if (word === ')') depth--
    else if (depth > 0 || word.startsWith("'")) continue
    else if (word === ';') cut(index, index + 1)
    else if (word === 'case' && !isControl(body.slice(start, index))) cases++
    else if (word === 'end' && cases > 0) cases--
    else if (
      /then|else|loop|begin/.test(word) &&
      cases === 0 &&
      !/\bend\s*$/.test(body.slice(start, index))
    )
      cut(index, index + word.length)
  }
  return [...parts, body.slice(start).trim()].filter(Boolean)
}

/** `case tg_op` of PL/pgSQL begins a statement, or follows the `end` of the last one. */
function isControl(before: string): boolean {
  return /^(?:\s|end\s*)*$/i.test(before)
}

function toQuery(statement: string): string | undefined {
  const text = statement.replace(CONTROL, '').trim()
  const looped = /^for\s+[\w, ]+\s+in\s+(.*)$/is.exec(text)?.[1]
  if (looped !== undefined) return looped
  const expression =
    /^(?:if|elsif|while|return(?!\s+query)|continue\s+when|exit\s+when|when|case)\s+(.*)$/is.exec(
      text,
    )?.[1] ??
    /^[\w.]+\s*:=\s*(.*)$/s.exec(text)?.[1] ??
    /^foreach\s+\w+\s+in\s+array\s+(.*)$/is.exec(text)?.[1]
  if (expression !== undefined) return `select ${expression}`
  const query = text
    .replace(/^perform\b/i, 'select')
    .replace(/^return\s+query\b/i, '')
    .trim()
  if (!/^(?:select|insert|update|delete|with)\b/i.test(query)) return undefined
  return query.replace(/(?<!insert\s)\binto\s+(?:strict\s+)?[\w.]+(?:\s*,\s*[\w.]+)*/gi, ' ')
}

/** Replaces each variable by a parameter. */
function withParameters(
  text: string,
  { types: declared, triggered }: Declared,
  columns: Columns,
): { query: string; types: string[] } {
  const types: string[] = []
  const seen = new Map<string, string>()
  const parameter = (name: string, type: string) => {
    const known = seen.get(name)
    if (known) return known
    types.push(type)
    seen.set(name, `$${types.length}`)
    return `$${types.length}`
  }
  const typeOf = (row: string, field: string) =>
    rowsOf(row)?.get(field) ?? findTypeOfColumn(columns, field)
  const rowsOf = (name: string) =>
    /^(?:new|old)$/.test(name)
      ? columns.get(triggered[0] ?? '')
      : columns.get(declared.get(name) ?? '')
  const isRow = (name: string) => rowsOf(name) !== undefined || declared.get(name) === 'record'
  // The names of an insert's columns are not variables.
  const [named = ''] = /^insert\s+into\s+\w+(?:\s+as\s+\w+)?\s*\([^)]*\)/i.exec(text) ?? []
  const query = text
    .slice(named.length)
    .replace(
      /'(?:[^']|'')*'|(?<![\w.])(\w+)\.(\w+)(?!\s*\()|(?<![\w.$])(?<!\bas\s+)(\w+)(?![\w(.])/g,
      (all: string, row?: string, field?: string, name?: string) => {
        if (row && field) return isRow(row) ? parameter(`${row}.${field}`, typeOf(row, field)) : all
        if (!name) return all
        if (name === 'tg_op' || name === 'tg_table_name') return parameter(name, 'text')
        if (name === 'found') return parameter(name, 'boolean')
        const type = declared.get(name)
        if (!type || columns.has(type) || type === 'record') return all
        return parameter(name, type)
      },
    )
  return { query: `${named}${query}`.replace(/\s+/g, ' ').trim(), types }
}

/** The type of a column of a record that a loop reads: that of the columns with this name, if all have the same. */
function findTypeOfColumn(columns: Columns, name: string): string {
  const types = new Set([...columns.values()].flatMap((table) => table.get(name) ?? []))
  return types.size === 1 ? ([...types][0] ?? '') : 'unknown'
}
