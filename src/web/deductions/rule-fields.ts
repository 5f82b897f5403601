/** Which fields of a recurring deduction's form apply, and how they read (SPEC C2, C15, C16). */
import type { Fields } from '#core/fields/field.ts'
import { BASIS_OPTIONS } from '#core/settlements/bases.ts'
import { ruleFields } from '#core/settlements/rules.ts'
import type { FormText } from '#web/records/form/form-text.ts'

const OF_DEDUCTION = ['kind', 'description', 'category', 'basis', 'value', 'frequency'] as const
const OF_EXTRA_PAY = ['kind', 'extraPay', 'description', 'basis', 'value', 'frequency'] as const
/** A fee is in Factoring, on each settlement, without a balance (SPEC C234). */
const OF_FACTORING = ['kind', 'description', 'basis', 'value'] as const
const PAYEE = ['ownerId', 'driverId'] as const

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
  const hasFloor = !isPay && (isFee || typed.category !== 'fuel')
  const isLimited = Boolean(typed.floor) || typed.basis === 'percent-of-net'
  const namesPayee = ofTruck ? hasBalance && isSaved : true
  return [
    ...(isPay ? OF_EXTRA_PAY : isFee ? OF_FACTORING : OF_DEDUCTION),
    ...(typed.frequency === 'weeks' && !isFee ? ['everyWeeks'] : []),
    ...['firstDay', 'lastDay', ...(isPay || isFee ? [] : ['balance'])],
    ...(hasBalance ? ['total'] : []),
    ...(hasFloor ? ['floor'] : []),
    ...(isLimited && hasFloor ? ['shortfall', 'priority'] : []),
    ...(namesPayee ? PAYEE : []),
  ]
}

/** The fields that are cleared when they are hidden: the user could not correct what the server rejects. */
export function listCleared(shown: string[], { ofTruck, isSaved }: Place): string[] {
  const payee = ofTruck && !isSaved ? [] : PAYEE
  const names = ['extraPay', 'everyWeeks', 'total', 'floor', 'priority', ...payee]
  return names.filter((name) => !shown.includes(name))
}

/** Labels and units that depend on the other fields. */
export function labelRuleFields(fields: Fields, typed: FormText, { ofTruck }: Place): Fields {
  const isPercent = BASIS_OPTIONS.some(
    ({ value, label }) => value === typed.basis && label.startsWith('%'),
  )
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
