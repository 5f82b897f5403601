/** Checks that the fields of a recurring deduction agree with each other (SPEC C2, C15, C16). */
import { isZero } from '#core/decimals.ts'
import { parseAmount, toCents } from '#core/money.ts'
import { askPercent, type Question } from '#core/payments/questions.ts'
import {
  BASIS_OPTIONS,
  isFactoringBasis,
  isPercentBasis,
  type Basis,
} from '#core/settlements/bases.ts'
import { ONE_PAYEE } from '#core/settlements/payee.ts'
import type { RuleValues } from '#core/settlements/rules.ts'

/** The first field of a rule that contradicts another field, and why; null if the rule is valid. */
export function findRuleError(rule: RuleValues): RuleError {
  const extraPayError = findExtraPayError(rule)
  if (extraPayError) return extraPayError
  const { basis, value, balance, total, firstDay, lastDay } = rule
  if (isZero(value)) return ['value', 'Amount or rate must be more than 0']
  if (basis === 'fixed' && parseAmount(value) === null)
    return ['value', 'Amount or rate must be a dollar amount, e.g. 950.00']
  if (firstDay && lastDay && lastDay < firstDay)
    return ['lastDay', 'End date must be on or after the start date']
  if (balance === 'none' && total !== null)
    return ['balance', 'Choose a balance type for this total: advance, loan or escrow']
  if (balance !== 'none' && (total === null || toCents(total) <= 0n))
    return ['total', 'Enter a total greater than $0']
  return (
    findFactoringError(rule) ??
    findScheduleError(rule) ??
    findLimitError(rule) ??
    findPayeeError(rule)
  )
}

/** A percentage above 100 must be confirmed (SPEC C313). */
export function askRule({ basis, description, value }: RuleValues): Question | null {
  return isPercentBasis(basis) ? askPercent('value', description, value) : null
}

type RuleError = [field: keyof RuleValues, message: string] | null

function findExtraPayError({
  kind,
  extraPay,
  category,
  balance,
  basis,
  floor,
  netPercent,
}: RuleValues): RuleError {
  if (kind === 'deduction')
    return extraPay === null ? null : ['extraPay', 'Only extra pay has a type']
  if (extraPay === null) return ['extraPay', 'Type is required']
  if (category !== 'other') return ['category', 'Extra pay must be in the category Other']
  if (isFactoringBasis(basis)) return ['basis', "Extra pay can't be a factoring fee"]
  if (basis === 'percent-of-net') return ['basis', "Extra pay can't be a percentage of the net"]
  if (floor !== null) return ['floor', 'Only a deduction can have a minimum net']
  if (netPercent !== null) return ['netPercent', 'Only a deduction can be limited by the net']
  return balance === 'none' ? null : ['balance', "Extra pay can't have a balance"]
}

/** A fee belongs to a load, so it has neither a period nor a total (SPEC C234). */
function findFactoringError({ basis, category, frequency, balance }: RuleValues): RuleError {
  if (!isFactoringBasis(basis)) return null
  const name = describeBasis(basis)
  if (category !== 'factoring') return ['category', `A deduction of ${name} must be in Factoring`]
  if (frequency !== 'settlement')
    return ['frequency', `A deduction of ${name} must be taken on each settlement`]
  return balance === 'none' ? null : ['balance', `A deduction of ${name} can't have a balance`]
}

function findScheduleError({ frequency, everyWeeks, firstDay }: RuleValues): RuleError {
  if (frequency !== 'weeks')
    return everyWeeks === null
      ? null
      : ['everyWeeks', 'Only "Every few weeks" can have a number of weeks']
  if (everyWeeks === null) return ['everyWeeks', 'Number of weeks is required']
  return firstDay === null ? ['firstDay', 'Start date is required: the weeks count from it'] : null
}

function findLimitError(rule: RuleValues): RuleError {
  const { basis, category, floor, netPercent } = rule
  if (netPercent !== null && isZero(netPercent))
    return ['netPercent', 'Limit (% of net) must be more than 0']
  if (netPercent !== null && (basis === 'percent-of-net' || isFactoringBasis(basis)))
    return ['netPercent', `A deduction of ${describeBasis(basis)} can't have this limit`]
  if (category !== 'fuel') return null
  // Percentages after fuel need the amount of fuel before the net is known.
  if (basis === 'percent-after-fuel' || basis === 'percent-of-net')
    return ['category', `A deduction of ${describeBasis(basis)} can't be in Fuel`]
  if (floor !== null) return ['floor', ON_NET]
  return netPercent === null ? null : ['netPercent', ON_NET]
}

const ON_NET = "A fuel deduction can't depend on the net"

function describeBasis(basis: Basis): string {
  return BASIS_OPTIONS.find(({ value }) => value === basis)?.label ?? basis
}

/** A deduction of one truck names a payee only if it has a balance. A deduction of all trucks can be for one payee. */
function findPayeeError({ truckId, balance, ownerId, driverId }: RuleValues): RuleError {
  if (ownerId !== null && driverId !== null) return ['driverId', ONE_PAYEE]
  if (truckId === null || balance !== 'none') return null
  const message = 'On a single truck, only an advance, loan or escrow can name'
  if (ownerId !== null) return ['ownerId', `${message} an owner`]
  return driverId === null ? null : ['driverId', `${message} a driver`]
}
