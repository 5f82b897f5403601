/** Reads the recurring deductions that apply to a settlement, stored and from the settings (SPEC C2). */
import { sql } from 'kysely'
import { toCents, type Amount, type Cents } from '#core/money.ts'
import type { Company } from '#core/settings/company.ts'
import { needsHistory, type SettlementKey } from '#core/settlements/deductions/rule-history.ts'
import {
  defaultRules,
  isActive,
  isOfOnePayee,
  isPayeeOf,
  toRule,
  type Rule,
} from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { findSavedCompany } from '#server/settings/company.ts'
import { selectEntrySum } from './rule-sums.ts'

/** Reads the default rules; none until settings are saved (SPEC B30). */
export async function readDefaultRules(work: Database | Work, userId: string): Promise<Rule[]> {
  return toDefaultRules(await findSavedCompany(work, userId))
}

/** `company`: undefined until settings are saved. */
export function toDefaultRules(company: Company | undefined): Rule[] {
  return company ? defaultRules(company) : []
}

/** Returns a function that selects the stored rules for a settlement, by truck, date and payee. */
export async function readRules(work: Database | Work, userId: string) {
  const rules = await selectRules(work, userId).execute()
  return ({ truckId, settlementDate, payee }: SettlementKey): Rule[] =>
    rules
      .filter((rule) => rule.truckId === null || rule.truckId === truckId)
      .filter((rule) => isPayeeOf(rule, payee))
      .filter((rule) => isActive(rule, settlementDate))
      .map(toRule)
}

/** Ids of the rules whose lines belong to a payee: those with a balance, and those for one payee. */
export async function readRulesOfPayees(work: Work, userId: string): Promise<Set<number | null>> {
  const rules = await selectRules(work, userId).execute()
  const ofPayees = rules.filter((rule) => rule.total !== null || isOfOnePayee(rule))
  return new Set(ofPayees.map(({ id }) => id))
}

/**
 * What a rule with a total deducted so far, less refunds, in cents. A rule of one truck or of one payee has one balance.
 * Any other rule has a balance for each truck and payee.
 */
export async function readDeducted(
  work: Database | Work,
  userId: string,
  rule: Rule,
  { truckId, payee }: SettlementKey,
): Promise<Cents> {
  if (rule.total === null) return 0n
  const isShared = isOfOnePayee(rule)
  const entries = selectEntrySum(userId, { ...rule, isShared }, { truckId, payee })
  const { rows } = await sql<{ deducted: Amount }>`
    select coalesce(sum(line.amount), 0.00) + ${entries} as deducted from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.user_id = ${userId} and line.rule_id = ${rule.id}
      and (${isShared} or line.truck_id = ${truckId})
      and not line.voided and (${isShared || rule.truckId !== null} or billing.payee = ${payee})`.execute(
    work,
  )
  return toCents(rows[0]?.deducted ?? '0.00')
}

/**
 * Locks the rules that several trucks of a payee share. The caller holds only its own truck, so another settlement of the
 * payee could otherwise take the same deduction.
 */
export async function lockSharedRules(work: Work, userId: string, rules: Rule[]): Promise<void> {
  const shared = rules.filter(
    (rule) => isOfOnePayee(rule) && (rule.total !== null || needsHistory(rule)),
  )
  if (shared.length === 0) return
  await work
    .selectFrom('deductionRules')
    .select('id')
    .where('userId', '=', userId)
    .where(
      'id',
      'in',
      shared.map(({ id }) => id ?? 0),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Ordered by id: two transactions that write lines lock the rules in the same order, so they cannot deadlock. */
function selectRules(work: Database | Work, userId: string) {
  return work.selectFrom('deductionRules').selectAll().where('userId', '=', userId).orderBy('id')
}
