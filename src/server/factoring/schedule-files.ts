/** The PDFs of schedules of accounts, for the account's ZIP (SPEC B53). */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { readBatches } from '#server/streaming/snapshot.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'
import { printSchedule } from './print-schedule.ts'

export async function countSchedules(work: Work, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from factor_schedules
    where user_id = ${userId}`.execute(work)
  return rows[0]?.n ?? 0
}

/** "schedules/factor-7-schedule-1.pdf": each factor has its own numbers. A draft has its id instead. */
export async function* scheduleFiles(
  print: PrintFor,
  work: Work,
  userId: string,
): AsyncGenerator<ArchivedFile> {
  const query = sql<{ id: number; factorId: number; number: number | null }>`
    select id, factor_id, number from factor_schedules where user_id = ${userId} order by id`
  for await (const schedules of readBatches(work, query))
    for (const { id, factorId, number } of schedules) {
      const { pdf } = await printSchedule(print, work, userId, id)
      const name = number === null ? `draft-${id}` : `schedule-${number}`
      yield { name: `schedules/factor-${factorId}-${name}.pdf`, content: [pdf] }
    }
}
