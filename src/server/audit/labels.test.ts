import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findSubjectFields } from '#core/audit/audit.ts'
import { testApp } from '#server/testing/test-app.ts'

const { database } = await testApp()

/** Columns that the log leaves out (`audit_values`). */
const NOT_LOGGED = [
  ...['user_id', 'id', 'version', 'created_at', 'updated_at', 'statement_url'],
  ...['person_id', 'since', 'last_seen_at', 'expires_at', 'token_hash', 'answer_read_at'],
  ...['last_entry_on', 'search_text', 'old_double', 'old_double_dot'],
]

test('S31 C62 Every value that the log can show has the label of its screen', async () => {
  const { rows } = await sql<{ subject: string; field: string }>`
    select table_name as subject, field_name(column_name) as field from information_schema.columns
    where table_schema = 'public' and column_name <> all (${NOT_LOGGED}::text[])
      and exists (select 1 from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = table_name::regclass and proname = 'touch_audit')
    order by table_name, ordinal_position`.execute(database)
  expect(rows.length).toBeGreaterThan(100)
  const missing = rows.filter(({ subject, field }) => !(field in findSubjectFields(subject)))
  expect(missing.map(({ subject, field }) => `${subject}.${field}`)).toEqual([])
})
