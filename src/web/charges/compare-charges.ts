/** Compares a load's charges after a conflict: the saved ones beside those in this form (SPEC C150). */
import { chargesSchema, completeCharge, type SentCharge } from '#core/charges/requests.ts'
import { nameCharge } from '#core/charges/kinds.ts'
import type { ChargeInput } from '#core/charges/amounts.ts'
import { formValues } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { formatMoney, readTypedAmount, toAmount, toCents, type Amount } from '#core/money.ts'
import { formatField } from '#web/records/format.ts'
import type { PartsChoice } from '#web/records/form/versions.ts'
import { sumRows, toSent, type TypedCharge } from './charge-text.ts'

/** `revenue`: undefined for a role that can't see it. */
export type ChargesVersion = { charges: SentCharge[]; revenue: Amount | undefined }

/** `typed`: the revenue if there are no charges. Throws if the charges can't be saved. */
export function readVersion(
  rows: TypedCharge[],
  typed: string | undefined,
  fields: Fields,
): ChargesVersion {
  const charges = chargesSchema(fields).parse(toSent(rows, fields))
  if (!('amount' in fields)) return { charges, revenue: undefined }
  const sum = toAmount(sumRows(rows).revenue)
  return { charges, revenue: charges.length ? sum : (readTypedAmount(typed ?? '') ?? '0') }
}

type ComparedVersions = {
  /** The charges when the form was opened. */
  opened: ChargesVersion
  saved: ChargesVersion
  edited: ChargesVersion
  /** The fields that the user sees. */
  fields: Fields
}

/** Null if there is nothing to choose: both are the same, or this user changed nothing. */
export function compareCharges({
  opened,
  saved,
  edited,
  fields,
}: ComparedVersions): PartsChoice | null {
  const isSame = (one: ChargesVersion, other: ChargesVersion) =>
    contentOf(one, fields) === contentOf(other, fields)
  if (isSame(saved, edited) || isSame(opened, edited)) return null
  const isKept = (charge: SentCharge) =>
    edited.charges.some((other) => other.id === charge.id || isSameCharge(other, charge, fields))
  const lost = saved.charges.filter((charge) => !isKept(charge))
  return {
    label: 'Charges',
    saved: describeVersion(saved, edited, fields),
    edited: describeVersion(edited, saved, fields),
    lost: lost.length ? `Your version deletes ${lost.map(nameWithAmount).join(', ')}` : null,
    // What another person saved is replaced only if the user chooses that.
    proposed: isSame(opened, saved) ? 'edited' : 'saved',
  }
}

/**
 * Leaves out the ids: an earlier attempt may have saved the same charges with other ids. Without charges, the typed revenue is
 * compared.
 */
function contentOf({ charges, revenue }: ChargesVersion, fields: Fields): string {
  if (!charges.length) return `Revenue ${revenue === undefined ? '' : toCents(revenue)}`
  return JSON.stringify(charges.map((charge) => textOf(charge, fields)))
}

/** "Line Haul $2,000.00, Detention $150.00 (Approval: Approved). Revenue $2,150.00". */
function describeVersion(
  { charges, revenue }: ChargesVersion,
  other: ChargesVersion,
  fields: Fields,
): string {
  const byId = new Map(other.charges.map((charge) => [charge.id, charge]))
  const names = charges.map((charge) => {
    const details = describeDetails(charge, charge.id ? byId.get(charge.id) : undefined, fields)
    return details ? `${nameWithAmount(charge)} (${details})` : nameWithAmount(charge)
  })
  const list = names.join(', ') || 'No charges'
  return revenue === undefined ? list : `${list}. Revenue ${formatMoney(toCents(revenue))}`
}

/** The description of a new charge, or what differs from `other`. */
function describeDetails(charge: SentCharge, other: SentCharge | undefined, fields: Fields) {
  const text = textOf(charge, fields)
  const beside = other ? textOf(other, fields) : { ...text, description: '' }
  // The name already has the kind and the amount. The owner's amount follows from the share, unless the share is an amount.
  const named = ['kind', 'amount', ...(charge.ownerShare === 'amount' ? [] : ['ownerAmount'])]
  const record = { ...charge, labels: { documentId: 'Linked' } }
  return Object.entries(fields)
    .filter(([name]) => !named.includes(name) && text[name] !== beside[name])
    .map(([name, field]) => `${field.label}: ${formatField(name, field, record) || 'None'}`)
    .join('; ')
}

function nameWithAmount(charge: SentCharge): string {
  const name = nameCharge(charge.kind ?? '')
  const { amount } = withFigures(charge)
  return amount === undefined ? name : `${name} ${formatMoney(toCents(amount))}`
}

function isSameCharge(one: SentCharge, other: SentCharge, fields: Fields): boolean {
  return JSON.stringify(textOf(one, fields)) === JSON.stringify(textOf(other, fields))
}

function textOf(charge: SentCharge, fields: Fields): Record<string, string> {
  return formValues(fields, withFigures(charge))
}

/** Adds the computed amounts. Returns the charge unchanged for a role that can't see amounts. */
function withFigures(charge: SentCharge): Partial<SentCharge> {
  if (charge.ownerShare === undefined) return charge
  return { ...completeCharge(charge as SentCharge & ChargeInput), id: charge.id }
}
