/** How well this month's rate confirmations of a broker were read (SPEC C158). */
import { sql } from 'kysely'
import { measureAccuracy, type Accuracy } from '#core/confirmations/accuracy.ts'
import type { KeptReading } from '#core/confirmations/kept-reading.ts'
import type { Database } from '#server/database/open.ts'
import { readFirstConfirmations } from '#server/documents/current-confirmations.ts'
import { notFound } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

/** The most papers of the month that are read, newest first: `MOST_READ` of all brokers, `MOST_PAPERS` of this broker. */
const MOST_READ = 5_000
const MOST_PAPERS = 500

type Row = Pick<KeptReading, 'values' | 'kept' | 'total'>

/** Revisions are left out: a field that their form did not change is not a correction. Throws 404. */
export async function readAccuracy(
  database: Database,
  userId: string,
  brokerId: number,
): Promise<Accuracy> {
  const broker = await sql`
    select from brokers where user_id = ${userId} and id = ${brokerId}`.execute(database)
  if (!broker.rows.length) throw notFound()
  const firstDay = `${accountDay().slice(0, 7)}-01`
  const recent = await sql<{ documentId: number }>`select document_id from readings
    where user_id = ${userId} and created_at >= ${firstDay}::date order by created_at desc limit ${MOST_READ}`.execute(
    database,
  )
  const ids = recent.rows.map(({ documentId }) => documentId)
  const papers = await readFirstConfirmations(database, userId, brokerId, ids)
  if (!papers.length) return measureAccuracy([])
  const { rows } = await sql<Row>`select "values", kept, total from readings
    where user_id = ${userId} and document_id = any(${papers.slice(0, MOST_PAPERS)}::bigint[])`.execute(
    database,
  )
  return measureAccuracy(rows)
}
