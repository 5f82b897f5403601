/** Locks a balance, so that two requests cannot change it at once (SPEC C20). */
import type { AskedPlace, BalancePlace } from '#core/balances/entries.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { StoredRule } from '#core/settlements/rules.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { readOpenBalances } from './sums.ts'

export type LockedBalance = { rule: StoredRule; balance: OpenBalance }

/** Throws 404, 409 for a deduction without a balance, and 400 if the request must name one of several balances. */
export async function lockBalance(
  work: Work,
  userId: string,
  ruleId: number,
  asked: AskedPlace,
): Promise<LockedBalance> {
  const rule = await lockRuleOfBalance(work, userId, ruleId)
  const balances = await readOpenBalances(work, userId, { ruleId })
  if (balances.length === 0) rejectWithoutBalance(rule)
  if (rule.total === null) return { rule, balance: findDeferred(balances, asked) }
  if (hasOneBalance(rule)) {
    const [balance] = balances
    if (!balance) throw notFound()
    return { rule, balance }
  }
  if (!asked.truckId)
    throw badField('truckId', 'Choose the truck: this deduction is for all trucks')
  if (!asked.payee) throw badField('payee', 'Choose the payee: this deduction is for all trucks')
  const balance = balances.find(
    ({ truckId, payeeKey }) => truckId === asked.truckId && payeeKey === asked.payee,
  )
  if (!balance) throw badField('truckId', 'This truck and payee have no such balance')
  return { rule, balance }
}

/** A deduction of one truck can have left amounts with several payees. */
function findDeferred(balances: OpenBalance[], asked: AskedPlace): OpenBalance {
  const meant = balances.filter(
    ({ truckId, payeeKey }) =>
      (!asked.truckId || truckId === null || truckId === asked.truckId) &&
      (asked.payee === undefined || payeeKey === asked.payee),
  )
  const [balance, ...others] = meant
  if (balance && others.length === 0) return balance
  if (!balance) throw badField('payee', 'This truck and payee have no such balance')
  const isOneTruck = meant.every(({ truckId }) => truckId === balance.truckId)
  const field = isOneTruck ? 'payee' : 'truckId'
  throw badField(field, `Choose the ${isOneTruck ? 'payee' : 'truck'}: several have such a balance`)
}

/** Throws 404. */
export async function lockRuleOfBalance(
  work: Work,
  userId: string,
  ruleId: number,
): Promise<StoredRule> {
  const rule = await selectRule(work, userId, ruleId).forNoKeyUpdate().executeTakeFirst()
  if (!rule) throw notFound()
  return rule
}

/** Throws 404, and 409 for a deduction without a balance. */
export async function readRuleOfBalance(database: Database, userId: string, ruleId: number) {
  const rule = await selectRule(database, userId, ruleId).executeTakeFirst()
  if (!rule) throw notFound()
  if ((await readOpenBalances(database, userId, { ruleId })).length === 0)
    rejectWithoutBalance(rule)
}

export function selectRule(work: Database | Work, userId: string, id: number) {
  return work
    .selectFrom('deductionRules')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
}

function rejectWithoutBalance(rule: StoredRule): void {
  if (rule.total === null)
    throw new RequestError(
      409,
      'Only advances, loans, escrow and deductions that left an amount for later have a balance',
    )
}

export function toPlace({ ruleId, truckId, payeeKey }: OpenBalance): BalancePlace {
  return { ruleId, truckId, payee: payeeKey }
}

/** A deduction of one truck, or of all trucks of one payee. */
function hasOneBalance({ truckId, ownerId, driverId }: StoredRule): boolean {
  return truckId !== null || ownerId !== null || driverId !== null
}
