/** Values that a form would send, by the declared field of a body's property. */
import { balanceTransferFields, repaymentFields } from '#core/balances/entries.ts'
import { interestFields } from '#core/balances/interest.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import { closingFields, postedFields, reversalFields } from '#core/payments/payments.ts'
import { companyFields } from '#core/settings/company.ts'
import { paymentFields } from '#core/settlements/approval.ts'
import { lineFields } from '#core/settlements/lines.ts'
import { ruleFields } from '#core/settlements/rules.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import type { Chance } from './chance.ts'
import { kindOfLink, type KnownIds } from './known-ids.ts'

const FORMS: [path: RegExp, fields: Fields][] = [
  [/^\/api\/billing(\/{id})?$/, settlementFields],
  [/expenses/, lineFields],
  [/deduction-rules/, ruleFields],
  [/\/pay$/, paymentFields],
  [/reverse$/, reversalFields],
  [/closings$/, closingFields],
  [/interest$/, interestFields],
  [/transfers$/, balanceTransferFields],
  [/repayments|write-offs|hand-outs|reissue$/, { ...postedFields, ...repaymentFields }],
  [/payments/, postedFields],
  [/settings/, companyFields],
]
const DAY = /^(.*date|.*On|.*day|week|from|to|today)$/i
const AMOUNT = /^(amount|value|rate|pay|credit|total|floor|quantity)$/i

const FIXED: Record<string, unknown> = {
  offsetWith: [],
  year: '2026',
  everyWeeks: 2,
  priority: 2,
  quarter: '2026-Q3',
  pickupTime: '8 am',
  deliveryTime: '09:00-14:00',
  pieces: 24,
  brokerLoadNumber: '20512345',
  poNumber: 'PO-1',
  bolNumber: null,
  pickupNumber: null,
}

/** Undefined: any value that the schema allows. */
export function typicalValue(path: string, name: string, chance: Chance, ids: KnownIds): unknown {
  const field = FORMS.find(([form]) => form.test(path))?.[1][name]
  if (name in FIXED) return FIXED[name]
  if (name === 'payee') return `truck:${ids.pick('trucks', chance)}`
  if (name === 'ids') return [ids.pick(kindOfBulk(path), chance)]
  if (name === 'parts')
    return chance.in(0.5) ? [] : [{ billingId: ids.pick('billing', chance), amount: '1.50' }]
  if (name === 'confirmed') return chance.in(0.5) ? ['paidOn', 'day', 'amount'] : []
  if (name === 'kind' && path === '/api/payments') return chance.oneOf(['settlement', 'hand-out'])
  if (name === 'ruleId') return ids.pick('deduction-rules', chance)
  if (name.endsWith('Id')) return ids.pick(kindOfLink(name), chance)
  if (DAY.test(name)) return chance.oneOf(['2026-11-20', '2026-11-13', '2026-11-21'])
  return field ? valueOfField(field, chance) : AMOUNT.test(name) ? '12.50' : undefined
}

function valueOfField({ options, control, defaultValue }: Field, chance: Chance): unknown {
  if (defaultValue !== undefined && chance.in(0.5)) return defaultValue
  if (options?.length) return chance.oneOf(options).value
  if (control === 'money' || control === 'quantity') return chance.oneOf(['12.50', '0', '3'])
  return control === 'none' ? [] : undefined
}

/** "/api/trucks/bulk" → "trucks". */
function kindOfBulk(path: string): string {
  return path.split('/')[2] ?? ''
}
