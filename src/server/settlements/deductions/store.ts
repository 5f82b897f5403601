/** One account's deduction rules (SPEC C2). */
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
import { readTruckOwner, rejectUnknownOwner } from '#server/settlements/payee/payee.ts'

export type ListedRule = StoredRule & { labels: { truckId: string | null; ownerId: string | null } }

type Labelled = StoredRule & { truckLabel: string | null; ownerLabel: string | null }

export function openRuleStore(database: Database, userId: string) {
  const naming = (values: Partial<RuleValues>, write: () => Promise<{ id: number }>) =>
    withFieldErrors('deduction_rules', ruleFields, values, write)

  return {
    /** Newest first. `truckId`: a truck's own; null: those of every truck; undefined: all. */
    async list(truckId?: number | null): Promise<ListedRule[]> {
      const rules = await selectListed(database, userId)
        .$if(truckId === null, (query) => query.where('deductionRules.truckId', 'is', null))
        .$if(typeof truckId === 'number', (query) =>
          query.where('deductionRules.truckId', '=', truckId ?? 0),
        )
        .orderBy('deductionRules.id', 'desc')
        .execute()
      return rules.map(withLabel)
    },

    /** Throws 404. */
    get: (id: number) => readRule(database, userId, id),

    /** A balance of one truck is its owner's where nobody is named (SPEC C10). Throws 400 at a field. */
    async create(values: RuleValues, request: Repeatable): Promise<ListedRule> {
      rejectInvalid(values)
      const { id } = await naming(values, () =>
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

    /** Lines that it made stay as they are. Throws 400 at a field, 404, 412. */
    async update(id: number, changes: Partial<RuleValues>, version?: number): Promise<ListedRule> {
      await naming(changes, () =>
        inTransaction(database, async (work) => {
          const rule = await lockRule(work, userId, id)
          if (version !== undefined && version !== rule.version)
            throw versionConflict(await readRule(work, userId, id))
          return changeRule(work, userId, rule, changes)
        }),
      )
      return readRule(database, userId, id)
    },

    /** Throws 404, and 409 where it has made a line. */
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
        throw new RequestError(409, 'Settlements name this deduction. Give it a last day instead.')
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
  return withLabel(rule)
}

function withLabel({ truckLabel, ownerLabel, ...rule }: Labelled): ListedRule {
  return { ...rule, labels: { truckId: truckLabel, ownerId: ownerLabel } }
}

/** Throws 400 at a field that does not fit the others, or what the rule has taken. */
async function changeRule(
  work: Work,
  userId: string,
  rule: StoredRule,
  changes: Partial<RuleValues>,
): Promise<{ id: number }> {
  // What is no balance any more is nobody's own.
  const owned = changes.balance === 'none' ? { ...changes, ownerId: null } : changes
  const whole = { ...rule, ...owned }
  rejectInvalid(whole)
  if (whole.ownerId !== rule.ownerId) await rejectUnknownOwner(work, userId, whole.ownerId)
  await rejectBelowTaken(work, userId, rule, whole)
  return work
    .updateTable('deductionRules')
    .set({ ...owned, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('id', '=', rule.id)
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Of a balance of one truck its owner, where nobody is named. Throws 400 at an owner that is not there. */
async function readRuleOwner(work: Work, userId: string, { ownerId, truckId, total }: RuleValues) {
  await rejectUnknownOwner(work, userId, ownerId)
  if (ownerId !== null || truckId === null || total === null) return ownerId
  return readTruckOwner(work, userId, truckId)
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

const TAKEN = 'It has taken something already: end it, and make another'

function rejectInvalid(rule: RuleValues): void {
  const problem = findRuleError(rule)
  if (problem) throw badField(...problem)
}

/** A rule that has taken something stays with its truck, a balance stays what it is, its total above what it took. */
async function rejectBelowTaken(
  work: Work,
  userId: string,
  before: StoredRule,
  after: RuleValues,
): Promise<void> {
  const { rows } = await sql<{ most: Amount | null }>`select max(taken) as most from (
    select greatest(sum(line.amount), sum(line.amount) filter (where billing.number is not null)) as taken
    from expenses as line
      join billing on billing.user_id = line.user_id and billing.id = line.billing_id
    where line.user_id = ${userId} and line.rule_id = ${before.id} and not line.voided
    group by line.truck_id, case when ${before.truckId === null} then billing.owner_id end) as taken`.execute(
    work,
  )
  const most = rows[0]?.most ?? null
  if (most === null) return
  if (after.truckId !== before.truckId) throw badField('truckId', TAKEN)
  if (before.total !== null && after.balance !== before.balance) throw badField('balance', TAKEN)
  if (after.total !== null && toCents(after.total) < toCents(most))
    throw badField('total', `It has already taken ${formatMoney(toCents(most))}`)
}
