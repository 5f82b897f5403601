/** The lines of schedules that are not void, each with its schedule. */
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

/** The account's standing lines as `line`, joined with `schedule`. Drafts are included. */
export function selectStandingLines(work: Work | Database, userId: string) {
  return work
    .selectFrom('factorScheduleLines as line')
    .innerJoin('factorSchedules as schedule', (join) =>
      join
        .onRef('schedule.userId', '=', 'line.userId')
        .onRef('schedule.id', '=', 'line.scheduleId')
        .on('schedule.userId', '=', userId),
    )
    .where('line.userId', '=', userId)
    .where('line.standing', '=', true)
}

/** Face amounts by invoice. Invoices that are not on a submitted schedule of the factor are left out. */
export async function readSubmittedFaces(
  work: Work | Database,
  userId: string,
  factorId: number,
  invoiceIds: readonly number[],
): Promise<Map<number, Amount>> {
  if (!invoiceIds.length) return new Map()
  const lines = await selectStandingLines(work, userId)
    .select(['line.invoiceId', 'line.face'])
    .where('schedule.state', '=', 'submitted')
    .where('schedule.factorId', '=', factorId)
    .where('line.invoiceId', 'in', invoiceIds)
    .execute()
  return new Map(lines.map(({ invoiceId, face }) => [invoiceId, face]))
}
