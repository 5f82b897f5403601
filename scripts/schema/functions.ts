/** The types and functions of a migrated database, without those of extensions. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { toReadableSql } from './readable-sql.ts'

export async function describeTypes(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; fields: string[] }>`
    select relname as name, array(
      select format('%I %s', attname, format_type(atttypid, atttypmod)) from pg_attribute
      where attrelid = pg_class.oid order by attnum) as fields
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'c'
    order by relname collate "C"`.execute(database)
  return rows.map(({ name, fields }) => `create type ${name} as (${fields.join(', ')});`)
}

/** The project's own collations. PostgreSQL built without ICU has none with a locale. Before version 17, its column had another name. */
export async function describeCollations(database: Database): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select format('create collation %I (provider = icu, locale = %L);', collname,
      coalesce(to_jsonb(pg_collation) ->> 'colllocale', to_jsonb(pg_collation) ->> 'colliculocale')) as definition
    from pg_collation where collnamespace = 'public'::regnamespace
    order by collname collate "C"`.execute(database)
  return rows.map(({ definition }) => definition)
}

export async function describeFunctions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    order by proname collate "C", oid`.execute(database)
  return rows.map(({ definition }) => describeFunction(definition))
}

/** The functions that not everybody may run, and the columns whose values are stored in another way than their type's. */
export async function describeExceptions(database: Database): Promise<string[]> {
  const { rows } = await sql<{ exception: string }>`
    select proname || ' ' || proacl::text as exception from pg_proc
      where pronamespace = 'public'::regnamespace and proacl is not null
    union all select relname || '.' || attname || ' ' || attstorage::text from pg_attribute
      join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and attstorage <> typstorage
    order by 1`.execute(database)
  return rows.map(({ exception }) => exception)
}

/** The head on one line, then the body as the migration wrote it. */
function describeFunction(definition: string): string {
  const [head = '', ...body] = toReadableSql(definition).trim().split('$function$')
  return `${[head.replace('create or replace', 'create'), ...body].join('$$')};`
}
