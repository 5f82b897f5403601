import { sql } from 'kysely'

/** What a change writes beside its values: by the version the next one knows that the record was changed (SPEC B22). */
export const NEXT_VERSION = { version: sql<number>`version + 1`, updatedAt: sql<string>`now()` }

/** The same in plain SQL, after the other columns that are set. */
export const NEXT_VERSION_SQL = sql`version = version + 1, updated_at = now()`
