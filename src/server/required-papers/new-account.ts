/** The required papers that a new account starts with (SPEC C343). */
import { addDays } from '#core/calendar.ts'
import { EARLIEST_DAYS, NEW_ACCOUNT_TO_BILL } from '#core/required-papers/required-papers.ts'
import type { Work } from '#server/database/open.ts'
import { accountDay } from '#server/today.ts'

/** The rules also apply to loads that are entered later and were picked up in the year before the sign-up. */
export async function requirePapersToBill(work: Work, userId: string): Promise<void> {
  await work
    .insertInto('documentNeeds')
    .values({
      userId,
      brokerId: null,
      firstDay: addDays(accountDay(), -EARLIEST_DAYS),
      toSettle: JSON.stringify({}),
      toBill: JSON.stringify(NEW_ACCOUNT_TO_BILL),
    })
    .execute()
}
