/** Which fields of a recurring deduction's form apply, and their labels (SPEC C2, C15, C16). */
import type { Fields } from '#core/fields/field.ts'
import { isPercentBasis, type Basis } from '#core/settlements/bases.ts'
import { ruleFields } from '#core/settlements/rules.ts'
import type { FormText } from '#web/records/form/form-text.ts'

const DEDUCTION_FIELDS = ['kind', 'description', 'category', 'basis', 'value', 'frequency'] as const
const EXTRA_PAY_FIELDS = ['kind', 'extraPay', 'description', 'basis', 'value', 'frequency'] as const
/** A factoring fee is in the category Factoring, is charged on each settlement, and has no balance (SPEC C234). */
const FACTORING_FIELDS = ['kind', 'description', 'basis', 'value'] as const
const PAYEE_FIELDS = ['ownerId', 'driverId'] as const

/** `ofTruck`: the deduction is for one truck. `isSaved`: a balance of one truck names its payee once it is saved. */
type Place = { ofTruck: boolean; isSaved: boolean }

export function isFactoringRule({ basis }: FormText): boolean {
  return basis === 'factored-percent' || basis === 'factoring-fee'
}

/** The names in the order of the form. */
export function listRuleFields(typed: FormText, { ofTruck, isSaved }: Place): string[] {
  const isPay = typed.kind === 'extra-pay'
  const isFee = !isPay && isFactoringRule(typed)
  const hasBalance = !isPay && !isFee && typed.balance !== 'none'
  const namesPayee = ofTruck ? hasBalance && isSaved : true
  return [
    ...(isPay ? EXTRA_PAY_FIELDS : isFee ? FACTORING_FIELDS : DEDUCTION_FIELDS),
    ...(typed.frequency === 'weeks' && !isFee ? ['everyWeeks'] : []),
    ...['firstDay', 'lastDay', ...(isPay || isFee ? [] : ['balance'])],
    ...(hasBalance ? ['total'] : []),
    ...(isPay ? [] : listLimits(typed)),
    ...(namesPayee ? PAYEE_FIELDS : []),
  ]
}

/** The limits of a deduction by the net. A fuel deduction has none, and a fee no percentage of the net. */
function listLimits(typed: FormText): string[] {
  const isFee = isFactoringRule(typed)
  if (typed.category === 'fuel' && !isFee) return []
  const isShare = typed.basis === 'percent-of-net'
  const limits = isFee || isShare ? ['floor'] : ['netPercent', 'floor']
  const isLimited = isShare || limits.some((name) => typed[name])
  return isLimited ? [...limits, 'shortfall', 'priority'] : limits
}

/** The fields to clear, because they are hidden: the user could not correct a hidden value that the server rejects. */
export function listCleared(shown: string[], { ofTruck, isSaved }: Place): string[] {
  const payee = ofTruck && !isSaved ? [] : PAYEE_FIELDS
  const names = ['extraPay', 'everyWeeks', 'total', 'netPercent', 'floor', 'priority', ...payee]
  return names.filter((name) => !shown.includes(name))
}

/** Labels and units that depend on the other fields. */
export function labelRuleFields(fields: Fields, typed: FormText, { ofTruck }: Place): Fields {
  const isPercent = isPercentBasis(typed.basis as Basis)
  return {
    ...fields,
    ...(isPercent ? { value: typed.basis === 'factoring-fee' ? FEE_PERCENT : PERCENT } : {}),
    ...(isFactoringRule(typed) ? { basis: FEE_BASIS } : {}),
    ...(ofTruck ? {} : { ownerId: ONLY_OWNER, driverId: ONLY_DRIVER }),
  }
}

const PERCENT: Fields[string] = { ...ruleFields.value, control: 'quantity', unit: '%' }
const FEE_BASIS: Fields[string] = {
  ...ruleFields.basis,
  help: 'A line for each load whose invoice is on a submitted schedule',
}
const FEE_PERCENT: Fields[string] = { ...PERCENT, help: '100: the payee pays the whole fee' }
const ONLY_OWNER: Fields[string] = {
  ...ruleFields.ownerId,
  label: 'Only for Owner',
  emptyLabel: 'Every payee',
}
const ONLY_DRIVER: Fields[string] = {
  ...ruleFields.driverId,
  label: 'Only for Driver',
  emptyLabel: 'Every payee',
}
