/** The choices of a charge, and what a new charge of each kind starts with (SPEC C100). */

export const CHARGE_KINDS = [
  { value: 'line-haul', label: 'Line Haul' },
  { value: 'fuel-surcharge', label: 'Fuel Surcharge' },
  { value: 'detention', label: 'Detention' },
  { value: 'layover', label: 'Layover' },
  { value: 'tonu', label: 'TONU' },
  { value: 'stop-off', label: 'Stop-Off' },
  { value: 'lumper', label: 'Lumper' },
  { value: 'other', label: 'Other' },
] as const

export type ChargeKind = (typeof CHARGE_KINDS)[number]['value']

/** Which part of a charge pays the truck owner. */
export const OWNER_SHARES = [
  { value: 'all', label: 'All' },
  { value: 'none', label: 'None' },
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
] as const

export type OwnerShare = (typeof OWNER_SHARES)[number]['value']

/** Whether the broker agreed to pay it. */
export const APPROVALS = [
  { value: 'not-needed', label: 'Not Needed', tone: 'neutral' },
  { value: 'asked', label: 'Asked', tone: 'waiting' },
  { value: 'approved', label: 'Approved', tone: 'good' },
  { value: 'refused', label: 'Refused', tone: 'bad' },
] as const

export type Approval = (typeof APPROVALS)[number]['value']

/** Of charges and documents. */
export const STOPS = [
  { value: 'pickup', label: 'Pickup' },
  { value: 'delivery', label: 'Delivery' },
] as const

export type ChargeStop = (typeof STOPS)[number]['value']

/** The broker pays a lumper back to who paid it, so the owner has no share. Brokers approve the other charges one by one. */
export function startOfKind(kind: ChargeKind): { ownerShare: OwnerShare; approval: Approval } {
  const isApproved = kind === 'line-haul' || kind === 'fuel-surcharge' || kind === 'stop-off'
  return {
    ownerShare: kind === 'lumper' ? 'none' : 'all',
    approval: isApproved ? 'not-needed' : 'asked',
  }
}

export function nameCharge(kind: string): string {
  return CHARGE_KINDS.find(({ value }) => value === kind)?.label ?? kind
}
