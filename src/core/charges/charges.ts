/** Charges of a load: what the broker pays for it, and the part of each that pays the truck owner (SPEC C100). */
import type { Day } from '#core/calendar.ts'
import type { Listing } from '#core/entities/entity.ts'
import {
  optionalAmount,
  percentOrNull,
  quantityOrNull,
  rateOrNull,
  signedMoney,
} from '#core/fields/amounts.ts'
import { flag, optionalChoice } from '#core/fields/choices.ts'
import type { Field } from '#core/fields/field.ts'
import { choice, optionalDay, reference, requiredReference } from '#core/fields/fields.ts'
import { seenBy } from '#core/fields/seen-by.ts'
import { optionalText } from '#core/fields/text.ts'
import type { Amount } from '#core/money.ts'
import {
  APPROVALS,
  CHARGE_KINDS,
  OWNER_SHARES,
  STOPS,
  type Approval,
  type ChargeKind,
  type ChargeStop,
  type OwnerShare,
} from './kinds.ts'
import { wallClock } from './stop-times.ts'

/** The maximum number of charges on a load. */
export const MAX_CHARGES = 50

/** The fields that a request can set. The fields that determine amounts are hidden if the revenue is. */
export const chargeFields = {
  kind: choice('Charge', CHARGE_KINDS, { formDefault: 'line-haul' }),
  description: optionalText('Description'),
  quantity: seenBy('revenue', quantityOrNull('Quantity')),
  rate: seenBy('revenue', rateOrNull('Rate')),
  amount: seenBy('revenue', optionalAmount('Amount', 'money')),
  ownerShare: seenBy(
    'revenue',
    choice('Pays Owner', OWNER_SHARES, { formDefault: 'all', defaultValue: 'all' }),
  ),
  ownerPercent: seenBy('revenue', percentOrNull('Owner Percent')),
  ownerAmount: seenBy('revenue', optionalAmount('Owner Amount', 'money')),
  billToBroker: seenBy('revenue', billToBroker()),
  stop: optionalChoice('Stop', STOPS),
  arrivedAt: wallClock('Arrived'),
  departedAt: wallClock('Departed'),
  approval: choice('Approval', APPROVALS, {
    formDefault: 'not-needed',
    defaultValue: 'not-needed',
  }),
  approvedBy: optionalText('Approved or Refused By'),
  approvedOn: optionalDay('Approved or Refused On'),
  documentId: documentLink(),
}

/** The paper that shows the broker's answer. Documents are not an entity, so the field has no picker. */
function documentLink(): Field<number | null> {
  const { to: _, ...link } = reference('Document', 'loads', 'None')
  return link
}

function billToBroker(): Field<boolean> {
  const field = flag('Bill to Broker', { yes: 'Yes', no: 'No' })
  return { ...field, defaultValue: true, formDefault: 'true' }
}

/** The fields as they are stored. The amounts are computed from the request. */
export const storedChargeFields = {
  ...chargeFields,
  amount: seenBy('revenue', signedMoney('Amount')),
  ownerAmount: seenBy('revenue', signedMoney('Owner Amount')),
}

/** Charges, declared like an entity for the audit log and the account's CSV files. */
export const loadCharges = {
  name: 'load_charges',
  singular: 'Charge',
  title: 'Charges',
  description: 'What each load earns, charge by charge.',
  label: 'kind',
  fields: { loadId: requiredReference('Load', 'loads'), ...storedChargeFields },
  columns: ['loadId', 'kind', 'amount'],
} as const satisfies Listing

/** A column of a load that only its charges fill. Members who see the revenue see it. */
export const chargedLoadFields = {
  billedTotal: seenBy('revenue', signedMoney('Billed to Broker')),
}

/** A charge as it is stored. Members who do not see the revenue get no amounts. */
export type Charge = {
  id: number
  kind: ChargeKind
  description: string | null
  quantity: Amount | null
  rate: Amount | null
  amount: Amount
  ownerShare: OwnerShare
  ownerPercent: Amount | null
  ownerAmount: Amount
  billToBroker: boolean
  stop: ChargeStop | null
  arrivedAt: string | null
  departedAt: string | null
  approval: Approval
  approvedBy: string | null
  approvedOn: Day | null
  /** One of the load's documents. */
  documentId: number | null
}

export type StoredCharge = Charge & { version: number; createdAt: string; updatedAt: string }
