/** Asks before a change of payments changes what counts in a tax year that is over (SPEC C315). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import { formatMoney, type Cents } from '#core/money.ts'
import type { Question } from '#core/payments/questions.ts'
import type { BuiltYear } from '#core/settlements/year/build-year.ts'
import type { Work } from '#server/database/open.ts'
import { readYear } from '#server/settlements/year/read-year.ts'
import { accountDay } from '#server/today.ts'
import { throwUnlessConfirmed, type Confirmed } from '#server/payments/confirm.ts'

/**
 * What changes: payments, or statements with all payments that cover them. `day`: of a new repayment, or on which money
 * is applied. `paidOn`: also of a net of 0.00.
 */
type Changed = { payments: number[]; day?: Day } | { statements: Paid[] }
type Paid = { id: number; payee: string; paidOn: Day | null }

/** Runs `change`. Throws 409 with `year` in `confirm` if it changed a past year, so that the transaction is rolled back. */
export async function askPastYears<Result>(
  work: Work,
  userId: string,
  changed: Changed,
  confirmed: Confirmed,
  change: () => Promise<Result>,
): Promise<Result> {
  const years = confirmed.includes('year') ? [] : await readPastYears(work, userId, changed)
  const readAll = async () => {
    const found: YearOfPayee[] = []
    for (const { payee, year } of years)
      found.push(...(await readYear(work, userId, year, payee)).map((built) => ({ year, built })))
    return found
  }
  const before = await readAll()
  const result = await change()
  throwUnlessConfirmed(askChangedYear(before, await readAll()), confirmed)
  return result
}

type YearOfPayee = { year: number; built: BuiltYear }

/** The payees and past years in which the payments count, with all statements that they cover and all payments of these. */
async function readPastYears(work: Work, userId: string, changed: Changed) {
  const paid = 'statements' in changed ? changed.statements : []
  const statements = paid.map(({ id }) => id)
  const payments = 'payments' in changed ? changed.payments : []
  const day = 'payments' in changed ? (changed.day ?? null) : null
  const { rows } = await sql<{ payee: string; year: number }>`
    with parts as materialized (select billing_id, payout_id, applied_on from payout_parts
        where user_id = ${userId} and ended is null and billing_id = any(array(
          select billing_id from payout_parts where user_id = ${userId} and ended is distinct from 'reversed'
            and payout_id = any(array(
              select unnest(${payments}::bigint[])
              union select payout_id from payout_parts where user_id = ${userId} and ended is null
                and billing_id = any(${statements}::bigint[])))))),
    days as (
      select payee, coalesce(counts_on, paid_on) as day from payouts
        where user_id = ${userId} and (id = any(${payments}::bigint[]) or id = any(array(select payout_id from parts)))
      union select paid.payee, parts.applied_on from parts
        join payouts as paid on paid.user_id = ${userId} and paid.id = parts.payout_id
      union select paid.payee, closing.day from payout_closings as closing
        join payouts as paid on paid.user_id = ${userId} and paid.id = closing.payout_id
        where closing.user_id = ${userId} and closing.payout_id = any(${payments}::bigint[])
      union select payee, ${day}::date from payouts
        where user_id = ${userId} and id = any(${payments}::bigint[])
      union select * from unnest(${paid.map(({ payee }) => payee)}::text[],
        ${paid.map(({ paidOn }) => paidOn)}::date[]))
    select distinct payee, extract(year from day)::int as year from days
    where extract(year from day) < ${Number(accountDay().slice(0, 4))}
    order by payee, year`.execute(work)
  return rows
}

/** The 1099 figure and the withheld tax of a payee's year, in cents. */
function toFigures({ built }: YearOfPayee): { reported: Cents; withheld: Cents } {
  const { figures, unapplied, repaid } = built
  return { reported: figures.gross + unapplied - repaid, withheld: figures.withheld }
}

const NONE = { reported: 0n, withheld: 0n }

function askChangedYear(before: YearOfPayee[], after: YearOfPayee[]): Question | null {
  const names = new Map([...before, ...after].map((one) => [nameYear(one), one]))
  for (const [key, one] of names) {
    const [was, now] = [before, after].map((all) => all.find((other) => nameYear(other) === key))
    const [from, to] = [was ? toFigures(was) : NONE, now ? toFigures(now) : NONE]
    const parts = [
      describeChange('1099 figure', from.reported, to.reported),
      describeChange('withheld tax', from.withheld, to.withheld),
    ].filter((part) => part !== null)
    if (parts.length > 0)
      return {
        field: 'year',
        message: `This changes the year ${one.year} of ${one.built.payee}: ${parts.join(', ')}. Continue?`,
      }
  }
  return null
}

function nameYear({ year, built }: YearOfPayee): string {
  return `${year} ${built.key} ${built.payee}`
}

function describeChange(what: string, from: Cents, to: Cents): string | null {
  return from === to ? null : `the ${what} from ${formatMoney(from)} to ${formatMoney(to)}`
}
