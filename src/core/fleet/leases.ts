/** Leases: from when to when a truck is leased of an owner, and for what (SPEC C523). */
import type { Day } from '#core/calendar.ts'
import { formatRate } from '#core/decimals.ts'
import type { Listing } from '#core/entities/entity.ts'
import { rateOrNull } from '#core/fields/amounts.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { choice, day, optionalDay, requiredReference, TODAY } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { notes } from '#core/fields/text.ts'
import { formatPercent, leaseTerms } from './lease-terms.ts'

const LEASE_PAY = [
  { value: 'percent', label: 'Percent of Revenue' },
  { value: 'per-mile', label: 'Per Loaded Mile' },
  { value: 'per-all-miles', label: 'Per Mile, Empty Miles Too' },
  { value: 'per-load', label: 'Per Load' },
  { value: 'flat', label: 'Flat per Week' },
  { value: 'other', label: 'Other' },
] as const

const fields = {
  truckId: requiredReference('Truck', 'trucks'),
  ownerId: requiredReference('Owner', 'owners'),
  startsOn: day('From', TODAY),
  endsOn: withHelp(optionalDay('To'), 'The last day. Blank: until further notice'),
  pay: choice('Pay', LEASE_PAY, { formDefault: 'percent' }),
  rate: { ...rateOrNull('Rate'), percentIf: { field: 'pay', is: 'percent' } },
  notes: withHelp(notes('Notes'), 'What else the lease says about pay'),
  terms: leaseTerms('Charge-Backs'),
}

export const leases = {
  name: 'leases',
  singular: 'Lease',
  title: 'Leases',
  description: 'Which owner leases which truck to you, from when, and for what.',
  label: 'startsOn',
  fields,
  columns: [
    'truckId',
    'ownerId',
    { title: 'Days', fields: ['startsOn', 'endsOn'], show: 'open-period' },
    {
      title: 'Pay',
      fields: ['pay', 'rate'],
      format: describePay,
      second: {
        format: ({ terms }) =>
          `Charge-backs ${(terms as unknown[]).length ? 'of the lease' : 'by default'}`,
      },
    },
  ],
  card: ['ownerId', 'startsOn', 'pay'],
  views: [{ name: 'No End Date', address: 'endsOn=none' }],
} as const satisfies Listing

export type Lease = ValuesOf<typeof fields>

export const leaseMessages = {
  endsEarly: 'To must not be before from',
  rateMissing: 'Enter the rate',
  rateTooHigh: 'Rate can be at most 100 percent',
  negative: 'Rate must not be negative',
  overlap: 'This truck has another lease on these days. End it first.',
  hasCopy: 'This lease has a signed copy. Delete the copy first.',
  notOwner: (owner: string | null) =>
    owner === null
      ? 'The truck has no owner now. Save the lease anyway?'
      : `The truck belongs to ${owner} now. Save the lease anyway?`,
}

/** Why a lease can't be saved, at its field; null if it can. */
export function findLeaseProblem(
  lease: Pick<Lease, 'startsOn' | 'endsOn' | 'pay' | 'rate'>,
): { field: 'endsOn' | 'rate'; message: string } | null {
  const { startsOn, endsOn, pay, rate } = lease
  if (endsOn !== null && endsOn < startsOn)
    return { field: 'endsOn', message: leaseMessages.endsEarly }
  if (rate === null)
    return pay === 'other' ? null : { field: 'rate', message: leaseMessages.rateMissing }
  if (rate.startsWith('-')) return { field: 'rate', message: leaseMessages.negative }
  if (pay === 'percent' && Number(rate) > 100)
    return { field: 'rate', message: leaseMessages.rateTooHigh }
  return null
}

export function isInForce(
  { startsOn, endsOn }: Pick<Lease, 'startsOn' | 'endsOn'>,
  on: Day,
): boolean {
  return startsOn <= on && (endsOn === null || on <= endsOn)
}

/** "88% of revenue", "$1.25 per loaded mile". */
function describePay({ pay, rate }: Record<string, unknown>): string {
  const amount = typeof rate === 'string' ? rate : null
  const label = LEASE_PAY.find(({ value }) => value === pay)?.label ?? ''
  if (amount === null) return label
  if (pay === 'percent') return `${formatPercent(amount)} of revenue`
  return pay === 'other'
    ? `${label}, ${formatRate(amount)}`
    : `${formatRate(amount)} ${label.toLowerCase()}`
}
