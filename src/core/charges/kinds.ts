/** The choices of a charge, and what a new charge of each kind starts with (SPEC C100). */

export const CHARGE_KINDS = [
  { value: 'line-haul', label: 'Line Haul', also: ['freight', 'flat rate', 'base rate'] },
  { value: 'fuel-surcharge', label: 'Fuel Surcharge', also: ['fuel', 'fsc'] },
  { value: 'detention', label: 'Detention', also: ['det', 'waiting time'] },
  { value: 'layover', label: 'Layover' },
  { value: 'tonu', label: 'TONU', also: ['truck order not used', 'truck ordered not used'] },
  { value: 'stop-off', label: 'Stop-Off', also: ['extra stop', 'additional stop'] },
  { value: 'lumper', label: 'Lumper', also: ['lumper fee', 'unloading'] },
  { value: 'other', label: 'Other', also: ['misc', 'miscellaneous'] },
] as const

export type ChargeKind = (typeof CHARGE_KINDS)[number]['value']

/** Which part of a charge pays the truck owner. */
export const OWNER_SHARES = [
  { value: 'all', label: 'All', also: ['yes', 'full'] },
  { value: 'none', label: 'None', also: ['no'] },
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
] as const

export type OwnerShare = (typeof OWNER_SHARES)[number]['value']

/** Whether the broker agreed to pay it. */
export const APPROVALS = [
  { value: 'not-needed', label: 'Not Needed', tone: 'neutral' },
  { value: 'asked', label: 'Asked', tone: 'waiting', also: ['requested', 'pending'] },
  { value: 'approved', label: 'Approved', tone: 'good' },
  { value: 'refused', label: 'Refused', tone: 'bad', also: ['denied', 'rejected', 'declined'] },
] as const

export type Approval = (typeof APPROVALS)[number]['value']

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
