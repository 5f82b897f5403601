/** The stored totals of rate confirmations (SPEC C126, C155). */
import { sql } from 'kysely'
import type { ReadTotals } from '#core/confirmations/confirmation-state.ts'
import type { Database, Work } from '#server/database/open.ts'

type Row = ReadTotals & { documentId: number; typedBy: string | null }

/** Totals by document. Documents that were never read are left out. */
export async function readKeptTotals(
  database: Database | Work,
  userId: string,
  documentIds: readonly number[],
): Promise<Map<number, Row>> {
  if (!documentIds.length) return new Map()
  const { rows } = await sql<Row>`
    select document_id, reader_version is not null as is_read, is_scan, total, typed_total, typed_by from readings
    where user_id = ${userId} and document_id = any(${documentIds}::bigint[])`.execute(database)
  return new Map(rows.map((row) => [row.documentId, row]))
}
