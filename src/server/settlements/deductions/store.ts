/** One account's recurring deductions (SPEC C2). */
import { sql } from 'kysely'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import {
  ruleFields,
  findRuleError,
  type RuleValues,
  type StoredRule,
} from '#core/settlements/rules.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { withFieldErrors } from '#server/database/refusals.ts'
import { codeOf, FOREIGN_KEY_VIOLATION, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, versionConflict, notFound, RequestError } from '#server/errors.ts'
import { readTruckPayee, rejectUnknownOwner } from '#server/settlements/payee/payee.ts'

export type ListedRule = StoredRule & { labels: { truckId: string | null; ownerId: string | null } }

type RuleRow = StoredRule & { truckLabel: string | null; ownerLabel: string | null }

export function openRuleStore(database: Database, userId: string) {
  const withErrorsAtFields = (values: Partial<RuleValues>, write: () => Promise<{ id: number }>) =>
    withFieldErrors('deduction_rules', ruleFields, values, write)

  return {
    /** Newest first. `truckId`: rules of one truck; null: rules for all trucks; undefined: every rule. */
    async list(truckId?: number | null): Promise<ListedRule[]> {
      const rules = await selectListed(database, userId)
        .$if(truckId === null, (query) => query.where('deductionRules.truckId', 'is', null))
        .$if(typeof truckId === 'number', (query) =>
          query.where('deductionRules.truckId', '=', truckId ?? 0),
        )
        .orderBy('deductionRules.id', 'desc')
        .execute()
      return rules.map(withLabels)
    },

    /** Throws 404. */
    get: (id: number) => readRule(database, userId, id),

    /** The default owner of a balance is the truck's owner (SPEC C10). Throws 400 at a field. */
    async create(values: RuleValues, request: Repeatable): Promise<ListedRule> {
      rejectInvalid(values)
      const { id } = await withErrorsAtFields(values, () =>
        runIdempotent(database, userId, request, async (work) => {
          const ownerId = await readRuleOwner(work, userId, values)
          return work
            .insertInto('deductionRules')
            .values({ ...values, ownerId, userId })
            .returning('id')
            .executeTakeFirstOrThrow()
        }),
      )
      return readRule(database, userId, id)
    },

    /** Existing lines of the rule stay as they are. Throws 400 at a field, 404, 412. */
    async update(id: number, changes: Partial<RuleValues>, version?: number): Promise<ListedRule> {
      await withErrorsAtFields(changes, () =>
        inTransaction(database, async (work) => {
          const rule = await lockRule(work, userId, id)
          if (version !== undefined && version !== rule.version)
            throw versionConflict(await readRule(work, userId, id))
          return changeRule(work, userId, rule, changes)
        }),
      )
      return readRule(database, userId, id)
    },

    /** Throws 404, and 409 if the rule has a line. */
    async remove(id: number): Promise<void> {
      try {
        const removed = await database
          .deleteFrom('deductionRules')
          .where('userId', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst()
        if (!removed.numDeletedRows) throw notFound()
      } catch (error) {
        if (codeOf(error) !== FOREIGN_KEY_VIOLATION) throw error
        throw new RequestError(409, 'Used on settlements. Set an end date instead.')
      }
    },
  }
}

function selectListed(work: Database | Work, userId: string) {
  return work
    .selectFrom('deductionRules')
    .leftJoin('trucks', (join) =>
      join
        .onRef('trucks.userId', '=', 'deductionRules.userId')
        .onRef('trucks.id', '=', 'deductionRules.truckId'),
    )
    .leftJoin('owners', (join) =>
      join
        .onRef('owners.userId', '=', 'deductionRules.userId')
        .onRef('owners.id', '=', 'deductionRules.ownerId'),
    )
    .selectAll('deductionRules')
    .select(['trucks.truckId as truckLabel', 'owners.name as ownerLabel'])
    .where('deductionRules.userId', '=', userId)
}

async function readRule(work: Database | Work, userId: string, id: number): Promise<ListedRule> {
  const rule = await selectListed(work, userId)
    .where('deductionRules.id', '=', id)
    .executeTakeFirst()
  if (!rule) throw notFound()
  return withLabels(rule)
}

function withLabels({ truckLabel, ownerLabel, ...rule }: RuleRow): ListedRule {
  return { ...rule, labels: { truckId: truckLabel, ownerId: ownerLabel } }
}

/** Throws 400 at a field that does not agree with the others, or with what the rule has deducted. */
async function changeRule(
  work: Work,
  userId: string,
  rule: StoredRule,
  changes: Partial<RuleValues>,
): Promise<{ id: number }> {
  // Only a balance has an owner.
  const values = changes.balance === 'none' ? { ...changes, ownerId: null } : changes
  const merged = { ...rule, ...values }
  rejectInvalid(merged)
  if (merged.ownerId !== rule.ownerId) await rejectUnknownOwner(work, userId, merged.ownerId)
  await rejectIfUsed(work, userId, rule, merged)
  return work
    .updateTable('deductionRules')
    .set({ ...values, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('id', '=', rule.id)
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** The rule's owner; of a balance of one truck, if no owner is named, the truck's. Throws 400 at an unknown owner. */
async function readRuleOwner(work: Work, userId: string, { ownerId, truckId, total }: RuleValues) {
  await rejectUnknownOwner(work, userId, ownerId)
  if (ownerId !== null || truckId === null || total === null) return ownerId
  return (await readTruckPayee(work, userId, truckId)).ownerId
}

/** Throws 404. */
async function lockRule(work: Work, userId: string, id: number): Promise<StoredRule> {
  const rule = await work
    .selectFrom('deductionRules')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!rule) throw notFound()
  return rule
}

const ALREADY_USED = 'Already used: end it and create a new one'

function rejectInvalid(rule: RuleValues): void {
  const problem = findRuleError(rule)
  if (problem) throw badField(...problem)
}

/**
 * Once a rule has deducted something, its truck and the kind of its balance cannot change, and its total cannot be less
 * than what it deducted. Throws 400 at a field.
 */
async function rejectIfUsed(
  work: Work,
  userId: string,
  before: StoredRule,
  after: RuleValues,
): Promise<void> {
  // By truck and payee. Pending settlements may refund part of what approved statements deducted: the larger one counts.
  const { rows } = await sql<{
    mostDeducted: Amount | null
  }>`select max(deducted) as most_deducted from (
    select greatest(sum(line.amount), sum(line.amount) filter (where billing.number is not null)) as deducted
    from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.user_id = ${userId} and line.rule_id = ${before.id} and not line.voided
    group by line.truck_id, case when ${before.truckId === null} then billing.owner_id end) as deducted`.execute(
    work,
  )
  const mostDeducted = rows[0]?.mostDeducted ?? null
  if (mostDeducted === null) return
  if (after.truckId !== before.truckId) throw badField('truckId', ALREADY_USED)
  if (before.total !== null && after.balance !== before.balance)
    throw badField('balance', ALREADY_USED)
  if (after.total !== null && toCents(after.total) < toCents(mostDeducted))
    throw badField('total', `Already deducted ${formatMoney(toCents(mostDeducted))}`)
}
