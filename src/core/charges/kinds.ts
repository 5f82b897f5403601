/** The choices of a charge, and what a new charge of each kind starts with (SPEC C100). */

export const CHARGE_KINDS = [
  { value: 'line-haul', label: 'Line Haul', aliases: ['freight', 'flat rate', 'base rate'] },
  { value: 'fuel-surcharge', label: 'Fuel Surcharge', aliases: ['fuel', 'fsc'] },
  { value: 'detention', label: 'Detention', aliases: ['det', 'waiting time'] },
  { value: 'layover', label: 'Layover' },
  { value: 'tonu', label: 'TONU', aliases: ['truck order not used', 'truck ordered not used'] },
  { value: 'stop-off', label: 'Stop-Off', aliases: ['extra stop', 'additional stop'] },
  { value: 'lumper', label: 'Lumper', aliases: ['lumper fee', 'unloading'] },
  { value: 'other', label: 'Other', aliases: ['misc', 'miscellaneous'] },
] as const

export type ChargeKind = (typeof CHARGE_KINDS)[number]['value']

/** Which part of a charge pays the truck owner. */
export const OWNER_SHARES = [
  { value: 'all', label: 'All', aliases: ['yes', 'full'] },
  { value: 'none', label: 'None', aliases: ['no'] },
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
] as const

export type OwnerShare = (typeof OWNER_SHARES)[number]['value']

/** Whether the broker agreed to pay a charge. */
export const APPROVALS = [
  { value: 'not-needed', label: 'Not Needed', tone: 'neutral' },
  { value: 'asked', label: 'Requested', tone: 'waiting', aliases: ['pending'] },
  { value: 'approved', label: 'Approved', tone: 'good' },
  { value: 'refused', label: 'Refused', tone: 'bad', aliases: ['denied', 'rejected', 'declined'] },
] as const

export type Approval = (typeof APPROVALS)[number]['value']

/** The stops of charges and documents. */
export const STOPS = [
  { value: 'pickup', label: 'Pickup' },
  { value: 'delivery', label: 'Delivery' },
] as const

export type ChargeStop = (typeof STOPS)[number]['value']

/**
 * What a new charge of a kind starts with. The broker refunds a lumper to the person who paid it, so the owner has no
 * share. Brokers approve accessorial charges one by one.
 */
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
