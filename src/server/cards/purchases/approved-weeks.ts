/** The first files of an account reach back into weeks that were settled by hand (SPEC C569). */
import { sql } from 'kysely'
import type { Provider } from '#core/cards/cards.ts'
import type { Day } from '#core/calendar.ts'
import { CHARGED_BEFORE, importMessages, type ApprovedWeeks } from '#core/cards/imports.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { badField } from '#server/errors.ts'

type Bought = { truckId: number | null; day: Day; postedOn: Day | null }

/**
 * Of new purchases those that count on a day for which their truck's owner has an approved statement. None once a statement of the account has a
 * card line: from then on a late purchase was never charged before.
 */
export async function pickOfApprovedWeeks<Of extends Bought>(
  work: Database | Work,
  userId: string,
  provider: Provider,
  added: readonly Of[],
): Promise<Of[]> {
  if (!added.some(({ truckId }) => truckId !== null)) return []
  const { isFirst, byPosted } = await readStart(work, userId, provider)
  if (!isFirst) return []
  const dayOf = ({ day, postedOn }: Bought) => (byPosted ? (postedOn ?? day) : day)
  const weeks = await readApprovedWeeks(work, userId)
  return added.filter((one) =>
    weeks
      .get(one.truckId ?? 0)
      ?.some(({ startDate, endDate }) => startDate <= dayOf(one) && dayOf(one) <= endDate),
  )
}

/** A stored purchase that waited for its truck, with the truck that it gets. */
type Answered = Bought & { id: number; provider: Provider; ignored: string | null }

/**
 * A purchase whose truck is answered later is asked about as one of a new file: those that were charged before are ignored with that reason (SPEC C571).
 * Throws 400 at `approvedWeeks` without an answer.
 */
export async function answerApprovedWeeks(
  work: Work,
  userId: string,
  answered: readonly Answered[],
  answer: ApprovedWeeks | undefined,
): Promise<void> {
  const charged = answered.filter(({ ignored }) => ignored === null)
  const byProvider = Map.groupBy(charged, ({ provider }) => provider)
  const settled: Answered[] = []
  for (const [provider, own] of byProvider)
    settled.push(...(await pickOfApprovedWeeks(work, userId, provider, own)))
  if (!settled.length) return
  if (!answer) throw badField('approvedWeeks', importMessages.approvedWeeks(settled.length))
  if (answer === 'charge-next') return
  await sql`update card_purchases set ignored = ${CHARGED_BEFORE}, ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = any(${settled.map(({ id }) => id)}::bigint[])`.execute(work)
}

/** `isFirst`: no statement has a card line yet. `byPosted`: all card accounts of the provider count by the posted day (SPEC C527). */
async function readStart(
  work: Database | Work,
  userId: string,
  provider: Provider,
): Promise<{ isFirst: boolean; byPosted: boolean }> {
  const { rows } = await sql<{ isFirst: boolean; byPosted: boolean }>`
    select not exists (select from expenses as line
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
        where line.user_id = ${userId} and line.card_purchase_id is not null and billing.number is not null) as is_first,
      coalesce((select bool_and(day_basis = 'posted') from card_accounts
        where user_id = ${userId} and provider = ${provider}), false) as by_posted`.execute(work)
  return rows[0] ?? { isFirst: false, byPosted: false }
}

/** The weeks of owners' statements, by truck. */
async function readApprovedWeeks(work: Database | Work, userId: string) {
  const weeks = await work
    .selectFrom('billing')
    .select(['truckId', 'startDate', 'endDate'])
    .where('userId', '=', userId)
    .where('status', 'in', ['approved', 'paid'])
    .where('ownerId', 'is not', null)
    .execute()
  return Map.groupBy(weeks, ({ truckId }) => truckId)
}
