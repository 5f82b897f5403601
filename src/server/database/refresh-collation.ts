import { sql } from 'kysely'
import type { Work } from './open.ts'

/**
 * Rebuilds the indexes of numbers after an upgrade of ICU, whose order may differ from the one they were built in:
 * a list would skip records, and a duplicate would not be rejected.
 */
export async function refreshCollation(work: Work): Promise<void> {
  await sql`do $$
    declare
      outdated oid := (select oid from pg_collation where collname = 'natural_number' and collnamespace = 'public'::regnamespace
        and collversion is distinct from pg_collation_actual_version(oid));
      built regclass;
    begin
      for built in select indexrelid from pg_index where outdated = any (indcollation::oid[]) loop
        execute format('reindex index %s', built);
      end loop;
      if outdated is not null then
        alter collation natural_number refresh version;
      end if;
    end $$`.execute(work)
}
