/** One account's recurring deductions (SPEC C2). */
import { askRule, findRuleError } from '#core/settlements/deductions/rule-errors.ts'
import {
  isOfOnePayee,
  ruleFields,
  type RuleValues,
  type StoredRule,
} from '#core/settlements/rules.ts'
import type { Question } from '#core/payments/questions.ts'
import { choosePayee, type PayeeIds } from '#core/settlements/payee.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import { codeOf, FOREIGN_KEY_VIOLATION, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, versionConflict, notFound, RequestError } from '#server/errors.ts'
import { throwUnlessConfirmed, type Confirmed } from '#server/payments/confirm.ts'
import { readTruckPayee, rejectUnknownPayee } from '#server/settlements/payee/payee.ts'
import { keepDeletedRow } from '#server/entities/undo/keep.ts'
import { readKeptRule } from './truck-rules.ts'
import { ALREADY_USED, isPosted, rejectIfUsed } from './used-rules.ts'

type RuleLabels = Record<'truckId' | 'ownerId' | 'driverId', string | null>

export type ListedRule = StoredRule & { labels: RuleLabels }

type RuleRow = StoredRule & Record<'truckLabel' | 'ownerLabel' | 'driverLabel', string | null>

/** `confirmed`: the fields of questions that the user has answered. */
type Asked<Values> = Values & { confirmed: Confirmed }

export function openRuleStore(database: Database, userId: string) {
  const withErrorsAtFields = (values: Partial<RuleValues>, write: () => Promise<{ id: number }>) =>
    withFieldErrors('deduction_rules', ruleFields, values, write)

  return {
    list: (truckId?: number | null) => listRules(database, userId, truckId),

    /** Throws 404 if the account has no such deduction. */
    get: (id: number) => readRule(database, userId, id),

    /** A balance of one truck belongs by default to the truck's payee (SPEC C10). Throws 400 at a field, 409 to confirm. */
    async create(
      { confirmed, ...values }: Asked<RuleValues>,
      request: Repeatable,
    ): Promise<ListedRule> {
      rejectInvalid(values)
      throwUnlessConfirmed(askRule(values), confirmed)
      const { id } = await withErrorsAtFields(values, () =>
        runIdempotent(database, userId, request, async (work) => ({
          id: await insertRule(work, userId, values),
        })),
      )
      return readRule(database, userId, id)
    },

    /** Changes a rule. Its existing lines stay as they are. Throws 400 at a field, 404, 412, 409 to confirm. */
    async update(
      id: number,
      { confirmed, ...changes }: Asked<Partial<RuleValues>>,
      version?: number,
    ): Promise<ListedRule> {
      await withErrorsAtFields(changes, () =>
        inTransaction(database, async (work) => {
          const rule = await lockRule(work, userId, id)
          if (version !== undefined && version !== rule.version)
            throw versionConflict(await readRule(work, userId, id))
          return changeRule(work, userId, rule, changes, confirmed)
        }),
      )
      return readRule(database, userId, id)
    },

    /** With `operation` the rule goes to the trash (SPEC C87). Throws 404, and 409 if the rule has a line. */
    async remove(id: number, operation?: string): Promise<void> {
      try {
        await inTransaction(database, async (work) => {
          const { description: label } = await lockRule(work, userId, id)
          const kept = { subject: 'deduction_rules', id, label } as const
          const before = await readKeptRule(work, userId, id)
          if (operation) await keepDeletedRow(work, { id: operation, userId }, { ...kept, before })
          await work
            .deleteFrom('deductionRules')
            .where('userId', '=', userId)
            .where('id', '=', id)
            .execute()
        })
      } catch (error) {
        if (codeOf(error) !== FOREIGN_KEY_VIOLATION) throw error
        throw new RequestError(409, 'Used on settlements. Set an end date instead.')
      }
    },
  }
}

/** Lists rules, newest first. `truckId`: rules of one truck; null: rules for all trucks; undefined: every rule. */
export async function listRules(
  work: Database | Work,
  userId: string,
  truckId?: number | null,
): Promise<ListedRule[]> {
  const rules = await selectListed(work, userId)
    .$if(truckId === null, (query) => query.where('deductionRules.truckId', 'is', null))
    .$if(typeof truckId === 'number', (query) =>
      query.where('deductionRules.truckId', '=', truckId ?? 0),
    )
    .orderBy('deductionRules.id', 'desc')
    .execute()
  return rules.map(withLabels)
}

/** Returns the id. Throws 400 at a field, and the database's own errors. */
export async function insertRule(work: Work, userId: string, values: RuleValues): Promise<number> {
  await rejectUnknownPayee(work, userId, values)
  const payee = await readDefaultPayee(work, userId, values)
  const { id } = await work
    .insertInto('deductionRules')
    .values({ ...values, ...payee, userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
    .leftJoin('drivers', (join) =>
      join
        .onRef('drivers.userId', '=', 'deductionRules.userId')
        .onRef('drivers.id', '=', 'deductionRules.driverId'),
    )
    .selectAll('deductionRules')
    .select(['trucks.truckId as truckLabel', 'owners.name as ownerLabel'])
    .select('drivers.name as driverLabel')
    .where('deductionRules.userId', '=', userId)
}

async function readRule(work: Database | Work, userId: string, id: number): Promise<ListedRule> {
  const rule = await selectListed(work, userId)
    .where('deductionRules.id', '=', id)
    .executeTakeFirst()
  if (!rule) throw notFound()
  return withLabels(rule)
}

function withLabels({ truckLabel, ownerLabel, driverLabel, ...rule }: RuleRow): ListedRule {
  return { ...rule, labels: { truckId: truckLabel, ownerId: ownerLabel, driverId: driverLabel } }
}

/** Throws 400 at a field that does not agree with the others, or with what the rule has deducted. */
async function changeRule(
  work: Work,
  userId: string,
  rule: StoredRule,
  changes: Partial<RuleValues>,
  confirmed: Confirmed,
): Promise<{ id: number }> {
  const payee = choosePayee(changes, rule, null)
  // On a single truck, only a balance has a payee.
  const { truckId = rule.truckId } = changes
  const named = changes.balance === 'none' && truckId !== null ? NO_PAYEE : payee
  const merged = { ...rule, ...changes, ...named }
  rejectInvalid(merged)
  throwUnlessConfirmed(askChange(rule, merged), confirmed)
  if (named.ownerId !== rule.ownerId || named.driverId !== rule.driverId)
    await rejectUnknownPayee(work, userId, named)
  const isUsed = await rejectIfUsed(work, userId, rule, merged)
  const isOtherPayee = named.ownerId !== rule.ownerId || named.driverId !== rule.driverId
  if (isUsed && isOtherPayee && (isOfOnePayee(rule) || isOfOnePayee(merged)))
    throw badField(rule.driverId === null ? 'ownerId' : 'driverId', ALREADY_USED)
  if (isUsed && hasNoPayee(named) && !hasNoPayee(rule)) throw badField('ownerId', NAME_PAYEE)
  if (isOtherPayee && !hasNoPayee(rule) && (await isPosted(work, userId, rule.id)))
    throw badField(rule.driverId === null ? 'ownerId' : 'driverId', TRANSFER_IT)
  // The user decides whose balance it is if a used rule has no payee.
  const kept = isUsed ? named : await readDefaultPayee(work, userId, merged)
  return work
    .updateTable('deductionRules')
    .set({ ...changes, ...kept, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('id', '=', rule.id)
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A percentage that was confirmed before is not asked again. */
function askChange(before: RuleValues, after: RuleValues): Question | null {
  return before.basis === after.basis && before.value === after.value ? null : askRule(after)
}

const NO_PAYEE: PayeeIds = { ownerId: null, driverId: null }
const TRANSFER_IT = 'Already used: transfer its balance to the other payee, with a reason'
const NAME_PAYEE = 'Already used: choose the owner or the driver whose balance it is'

function hasNoPayee({ ownerId, driverId }: PayeeIds): boolean {
  return ownerId === null && driverId === null
}

/** The payee that the rule names. If a rule with a balance of one truck names none: the truck's payee. */
async function readDefaultPayee(
  work: Work,
  userId: string,
  { ownerId, driverId, truckId, total }: RuleValues,
): Promise<PayeeIds> {
  if (ownerId !== null || driverId !== null || truckId === null || total === null)
    return { ownerId, driverId }
  const truck = await readTruckPayee(work, userId, truckId)
  return { ownerId: truck.ownerId, driverId: truck.driverId }
}

/** Throws 404 if the account has no such deduction. */
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

function rejectInvalid(rule: RuleValues): void {
  const problem = findRuleError(rule)
  if (problem) throw badField(...problem)
}
