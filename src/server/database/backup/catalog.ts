/** Lists the migrations and tables of a database. */
import type pg from 'pg'
import type { BackedUpTable } from './format.ts'

const MIGRATIONS = 'migrations'

/** The names of the migrations that were run, in order. None in an empty database. */
export async function listMigrations(session: pg.Client): Promise<string[]> {
  const found = await session.query<{ name: string | null }>(
    `select to_regclass('public.${MIGRATIONS}') as name`,
  )
  if (!found.rows[0]?.name) return []
  const { rows } = await session.query<{ name: string }>(
    `select name from ${MIGRATIONS} order by name`,
  )
  return rows.map(({ name }) => name)
}

/** All tables except that of the migrations, each after the tables it links to. */
export async function listTables(session: pg.Client): Promise<BackedUpTable[]> {
  const { rows } = await session.query<{ name: string; columns: string; sequence: string | null }>(`
    select c.relname as name,
      (select json_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select pg_get_serial_sequence(quote_ident(c.relname), attname) from pg_attribute
        where attrelid = c.oid and attidentity <> '' limit 1) as sequence
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname <> '${MIGRATIONS}' order by c.relname`)
  const tables = []
  for (const { name, columns, sequence } of rows) {
    const lastId = sequence && (await readLastId(session, sequence))
    tables.push({ name, columns: JSON.parse(columns) as string[], lastId })
  }
  return sortByLinks(tables, await listLinks(session))
}

/** The last id of a sequence; null if no id was assigned yet. */
async function readLastId(session: pg.Client, sequence: string): Promise<string | null> {
  const { rows } = await session.query<{ last: string | null }>(
    'select pg_sequence_last_value($1::regclass) as last',
    [sequence],
  )
  return rows[0]?.last ?? null
}

async function listLinks(session: pg.Client): Promise<Map<string, Set<string>>> {
  const { rows } = await session.query<{ name: string; to: string }>(`
    select conrelid::regclass::text as name, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  const links = new Map<string, Set<string>>()
  for (const { name, to } of rows) {
    if (name !== to) links.set(name, (links.get(name) ?? new Set()).add(to))
  }
  return links
}

/** Each table after those that `links` names for it. Throws an Error if they link to each other in a circle. */
export function sortByLinks<Table extends { name: string }>(
  tables: Table[],
  links: Map<string, Set<string>>,
): Table[] {
  const ordered: Table[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  while (left.size) {
    const free = [...left.values()].filter(
      ({ name }) => ![...(links.get(name) ?? [])].some((to) => left.has(to)),
    )
    if (!free.length) throw new Error(`Tables link to each other: ${[...left.keys()].join(', ')}`)
    for (const table of free) left.delete(table.name)
    ordered.push(...free)
  }
  return ordered
}
