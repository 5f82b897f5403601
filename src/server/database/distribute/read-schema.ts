/** Reads from the catalogs what decides how Citus can store a table. */
import type pg from 'pg'

export type SchemaTable = {
  name: string
  /** The type of `user_id`, such as "uuid". Null: the table does not belong to an account. */
  account: string | null
  /** `user_id` may be null. */
  withoutAccount: boolean
  /** A function of Haulbook names the table, so triggers on a worker may read it. */
  inFunction: boolean
  /** Primary keys, unique constraints and indexes, exclusion constraints. */
  keys: { name: string; columns: string[] }[]
  links: SchemaLink[]
}

export type SchemaLink = {
  name: string
  columns: string[]
  to: string
  targets: string[]
  onDelete: LinkAction
  onUpdate: LinkAction
}

/** PostgreSQL's letters: no action, restrict, cascade, set null, set default. */
type LinkAction = 'a' | 'r' | 'c' | 'n' | 'd'

/** Condition on `kind` (pg_class or pg_proc) and its row `of`: it is not part of an extension. */
const ours = (kind: 'pg_class' | 'pg_proc', of: string) => `not exists (select from pg_depend
  where classid = '${kind}'::regclass and objid = ${of}.oid and deptype = 'e')`

/** The names of the columns with these numbers, in their order. */
const columnNames = (table: string, numbers: string) => `(select json_agg(attname order by place)
  from unnest(${numbers}) with ordinality as part (number, place)
    join pg_attribute on attrelid = ${table} and attnum = number)`

/** All tables of the schema, by name. The session must return all values as text. */
export async function readSchema(session: pg.ClientBase): Promise<SchemaTable[]> {
  const { rows } = await session.query<{ table: string }>(`
    select json_build_object(
      'name', c.relname,
      'account', (select format_type(atttypid, atttypmod) from pg_attribute
        where attrelid = c.oid and attname = 'user_id' and not attisdropped),
      'withoutAccount', exists (select from pg_attribute
        where attrelid = c.oid and attname = 'user_id' and not attisdropped and not attnotnull),
      'inFunction', exists (select from pg_proc p
        where p.pronamespace = c.relnamespace and ${ours('pg_proc', 'p')} and p.prosrc ~ ('\\m' || c.relname || '\\M')),
      'keys', (select coalesce(json_agg(json_build_object('name', key.relname,
          'columns', coalesce(${columnNames('c.oid', 'indkey::int2[]')}, '[]')) order by key.relname), '[]')
        from pg_index join pg_class key on key.oid = indexrelid
        where indrelid = c.oid and (indisunique or indisexclusion)),
      'links', (select coalesce(json_agg(json_build_object('name', conname, 'to', other.relname,
          'columns', ${columnNames('c.oid', 'conkey')}, 'targets', ${columnNames('other.oid', 'confkey')},
          'onDelete', confdeltype, 'onUpdate', confupdtype) order by conname), '[]')
        from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = c.oid and contype = 'f')) as table
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${ours('pg_class', 'c')}
    order by c.relname`)
  return rows.map(({ table }) => JSON.parse(table) as SchemaTable)
}

/** The functions of Haulbook with their arguments, as `regprocedure` prints them. */
export async function listOwnFunctions(session: pg.ClientBase): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and ${ours('pg_proc', 'p')} order by 1`)
  return rows.map(({ name }) => name)
}
