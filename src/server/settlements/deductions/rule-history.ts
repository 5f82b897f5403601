/** Reads the earlier lines that decide whether a recurring deduction is taken, and how much (SPEC C15, C16). */
import { sql, type RawBuilder } from 'kysely'
import type { Day, Period, Weekday } from '#core/calendar.ts'
import { periodOf } from '#core/settlements/deductions/frequency.ts'
import {
  needsHistory,
  type History,
  type PastLine,
  type SettlementKey,
} from '#core/settlements/deductions/rule-history.ts'
import { collectsLater, isOfOnePayee, type Rule } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readFirstWeekday } from '#server/settings/company.ts'

/** Leaves out the lines of settlement `except`. Reads nothing if no rule needs its history. */
export async function readRuleHistory(
  work: Database | Work,
  userId: string,
  rules: Rule[],
  settlements: SettlementKey[],
  except?: number,
): Promise<History> {
  if (!rules.some(needsHistory)) return { past: [], firstWeekday: 0 }
  const firstWeekday = await readFirstWeekday(work, userId)
  const past = await readPastLines(work, userId, rules, { settlements, firstWeekday, except })
  return { past, firstWeekday }
}

type HistoryQuery = {
  settlements: SettlementKey[]
  firstWeekday: Weekday
  except: number | undefined
}

/** Lines in the periods, older lines whose remaining amount a later settlement takes, and the entries that took from it. */
async function readPastLines(
  work: Database | Work,
  userId: string,
  rules: Rule[],
  { settlements, firstWeekday, except }: HistoryQuery,
): Promise<PastLine[]> {
  const ids = rules.filter(needsHistory).map(({ id }) => id)
  const later = rules.filter(collectsLater).map(({ id }) => id)
  const days = findDays(rules, settlements, firstWeekday)
  // One truck is read by its index, unless a rule is for all trucks of its payee.
  const [only] = settlements
  const isOneTruck = settlements.length === 1 && !rules.some(isOfOnePayee)
  const ofTruck = isOneTruck && only ? sql`billing.truck_id = ${only.truckId}` : sql`true`
  const select = (from: RawBuilder<unknown>) => sql`
    select line.rule_id, line.billing_id, billing.truck_id, billing.payee, billing.settlement_date, line.rule_period,
      billing.status <> 'pending' as is_frozen, line.deferred
    from ${from}
    where billing.user_id = ${userId} and line.user_id = ${userId} and line.kind in ('rule', 'extra-pay')
      and not line.voided and line.billing_id <> ${except ?? 0} and ${ofTruck}`
  const { rows } = await sql<PastLine>`
    ${select(sql`billing join expenses as line on line.user_id = billing.user_id and line.billing_id = billing.id`)}
      and billing.settlement_date between ${days.from} and ${days.to} and line.rule_id = any(${ids}::bigint[])
    union
    ${select(sql`expenses as line join billing on billing.user_id = line.user_id and billing.id = line.billing_id`)}
      and line.deferred <> 0 and line.rule_id = any(${later}::bigint[])
    union
    select entry.rule_id, 0, entry.truck_id, entry.payee, ${BEFORE_ALL}::date, null, true, -sum(entry.effect)
    from balance_entries as entry
      join deduction_rules as rule on rule.user_id = ${userId} and rule.id = entry.rule_id and rule.total is null
    where entry.user_id = ${userId} and entry.rule_id = any(${later}::bigint[])
    group by entry.rule_id, entry.truck_id, entry.payee`.execute(work)
  return rows
}

/** Entries reduce what is taken on a settlement of any date. */
const BEFORE_ALL: Day = '1900-01-01'

/** The days of all periods that contain a settlement. */
function findDays(rules: Rule[], settlements: SettlementKey[], firstWeekday: Weekday): Period {
  const periods = settlements.flatMap(({ settlementDate }) =>
    rules.flatMap((rule) => periodOf(rule, settlementDate, firstWeekday) ?? []),
  )
  const dates = settlements.map(({ settlementDate }) => settlementDate)
  const least = (days: Day[]) => days.toSorted()[0] ?? ''
  const most = (days: Day[]) => days.toSorted().at(-1) ?? ''
  return {
    from: least([...dates, ...periods.map(({ from }) => from)]),
    to: most([...dates, ...periods.map(({ to }) => to)]),
  }
}
