/** The charges that a member sends, checked by the member's role (SPEC C103). */
import { hasAmount } from '#core/charges/before.ts'
import { chargeFields, type Charge } from '#core/charges/charges.ts'
import { startOfKind } from '#core/charges/kinds.ts'
import { chargeMessages } from '#core/charges/messages.ts'
import {
  chargesSchema,
  completeCharge,
  findSumProblem,
  listChargeErrors,
  type NewCharge,
  type SentCharge,
} from '#core/charges/requests.ts'
import type { ChargeInput } from '#core/charges/amounts.ts'
import { toCents, type Amount } from '#core/money.ts'
import type { Permission } from '#core/team/roles.ts'
import { hideFields, listHidden } from '#core/team/visible-listing.ts'
import { byPermissions } from '#core/team/by-permissions.ts'
import { badField, forbiddenField, RequestError } from '#server/errors.ts'

type Permissions = ReadonlySet<Permission>

const visibleSchema = byPermissions((fields: typeof chargeFields, permissions) =>
  chargesSchema(hideFields({ fields }, permissions).fields),
)

/** Checks the charges of a request. Throws 400 at the fields, and 403 at a hidden field. */
export function readSentCharges(sent: unknown, permissions: Permissions): SentCharge[] {
  rejectHidden(sent, permissions)
  const result = visibleSchema(chargeFields, permissions).safeParse(sent)
  if (result.success) return result.data
  const errors = listChargeErrors(result.error)
  const message = Object.values(errors)[0]?.[0] ?? 'Invalid input'
  throw new RequestError(400, message, { fields: errors })
}

/** The current charges and revenue of the load. */
type Before = { revenue: Amount; charges: Charge[] }

/**
 * The charges to store, with their amounts. A member who does not see amounts leaves them as they are; new charges of such a
 * member are 0.00, and a typed revenue becomes a line haul charge first. Throws 400 if the sum of the charges can't be a revenue,
 * and 403 if such a member removes an amount.
 */
export function completeCharges(
  sent: SentCharge[],
  before: Before,
  permissions: Permissions,
): NewCharge[] {
  const charges = permissions.has('revenue')
    ? sent.map((charge) => completeCharge(charge as SentCharge & ChargeInput))
    : keepHidden(sent, before)
  const problem = charges.length ? findSumProblem(charges) : null
  if (problem) throw badField('charges', problem)
  return charges
}

function keepHidden(sent: SentCharge[], { revenue, charges: stored }: Before): NewCharge[] {
  const kept = new Set(sent.map(({ id }) => id))
  const removed = stored.filter(({ id }) => !kept.has(id))
  if (removed.some(hasAmount)) throw new RequestError(403, chargeMessages.hiddenAmount)
  const byId = new Map(stored.map((charge) => [charge.id, charge]))
  const charges = sent.map((charge) => {
    const { ownerShare } = startOfKind(charge.kind ?? 'other')
    const amounts = byId.get(charge.id ?? 0) ?? { ...NO_AMOUNTS, ownerShare }
    return completeCharge({ ...amounts, ...charge })
  })
  const isFirst = stored.length === 0 && charges.length > 0 && toCents(revenue) !== 0n
  return isFirst ? [lineHaul(revenue), ...charges] : charges
}

const NO_AMOUNTS = {
  quantity: null,
  rate: null,
  amount: '0.00',
  ownerPercent: null,
  ownerAmount: '0.00',
  billToBroker: true,
} satisfies Partial<Charge>

function lineHaul(amount: Amount): NewCharge {
  return completeCharge({
    ...NO_AMOUNTS,
    kind: 'line-haul',
    ownerShare: 'all',
    amount,
    approval: 'not-needed',
    description: null,
    stop: null,
    arrivedAt: null,
    departedAt: null,
    approvedBy: null,
    approvedOn: null,
    documentId: null,
  })
}

function rejectHidden(sent: unknown, permissions: Permissions): void {
  const hidden = [...listHidden(chargeFields, permissions)] as (keyof typeof chargeFields)[]
  if (!hidden.length || !Array.isArray(sent)) return
  for (const [at, charge] of sent.entries()) {
    if (typeof charge !== 'object' || charge === null) continue
    const name = hidden.find((field) => (charge as Record<string, unknown>)[field] !== undefined)
    if (name) throw forbiddenField(`charges.${at}.${name}`, chargeFields[name].label)
  }
}
