/** What to check in a settlement run before payment (SPEC C8, C49). */
import { formatDay, type Day } from '#core/calendar.ts'
import { formatMoney, percentChange, toCents, type Amount } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { describeConflictsOn } from '#core/settlements/cards/waiting.ts'
import { PAPER_KINDS, type PaperKind } from '#core/required-papers/paper-kinds.ts'
import type { SettlementStatus } from '#core/statuses.ts'
import { describeLatePapers, type LatePapers } from './late-papers.ts'
import { listLoadNumbers } from './load-numbers.ts'
import {
  describeChangedPayee,
  describeOpenCarryForward,
  describePreviousPayee,
  describePreviousPayeeBalance,
  type ChangedPayee,
  type PreviousPayee,
  type PreviousPayeeItems,
} from '#core/settlements/previous-payee.ts'

/** A truck's revenue is an exception if it differs from the average by more than this. */
const UNUSUAL_PERCENT = 50n
/** The minimum number of weeks for a meaningful average. */
const MIN_WEEKS = 6
export const WEEKS_COMPARED = 8

/** The causes of exceptions, in the order of the run. */
export const EXCEPTION_CAUSES = {
  late: 'Documents in, not settled',
  payee: 'Payee changed',
  'open-items': 'Open with previous payee',
  bol: 'Missing BOL',
  pod: 'Missing POD',
  'rate-confirmation': 'Missing rate confirmation',
  'lumper-receipt': 'Missing lumper receipt',
  'scale-ticket': 'Missing scale ticket',
  'detention-proof': 'Missing detention proof',
  receipt: 'Missing receipt',
  confirmation: 'Differs from confirmation',
  'confirmation-unread': 'Rate confirmation not read',
  refused: 'Refused charge',
  asked: 'Charge not approved',
  'no-payee': 'No owner assigned',
  'no-reason': '“Other” has no reason',
  negative: 'Negative net',
  gross: 'Unusual gross',
  stale: 'Out of date',
  cards: 'Card purchases to add',
  'card-figures': 'Card purchases with other figures',
  'charged-twice': 'Card purchases and a deduction',
  repeated: 'Deducted twice',
  charges: 'Charges and extra pay',
  drift: 'Loads changed after approval',
} as const satisfies Record<PaperKind, string> & Record<string, string>

export type ExceptionCause = keyof typeof EXCEPTION_CAUSES

export type RunException = { cause: ExceptionCause; text: string }

/** The facts about one truck and settlement date from which exceptions are found. */
export type RunFacts = {
  /** The status of the settlement; null if it is not saved yet. */
  status: SettlementStatus | null
  loads: number
  revenue: Amount
  net: Amount
  /** The revenue of the current loads. */
  loadsRevenue: Amount
  bolMissing: number
  /** Other papers that loads need to be settled, one for each load and paper: "pod,pod,lumper-receipt" (SPEC C130). */
  missingPapers: string
  /** Loads whose papers came more than 15 days ago (SPEC C256). */
  latePapers: LatePapers[]
  /** How many loads differ from their rate confirmation (SPEC C126), and the numbers of loads whose total is not known (C155). */
  confirmations: { differs: number; unread: string[]; scan: string[]; unclear: string[] }
  /** True if an owner or a driver is paid. */
  hasPayee: boolean
  /** Number of loads that changed after their statement: of this statement, or of all of the truck's for a draft. */
  drifts: number
  /** How much adjusting their statements would change the net. */
  driftNet: Amount
  /** Per-mile or per-load deductions were computed from other miles or loads than the current ones. */
  miscounted: boolean
  /** Backup withholding was calculated from another gross pay, or was turned on or off since. */
  withholdingStale: boolean
  /** Factoring fees were computed from other schedules or reports of the factor than the current ones (SPEC C236). */
  feesStale: boolean
  /** Card purchases that the saved draft does not have yet (SPEC C576). */
  cardsDue: number
  /** Card purchases on the draft with other figures in a later file (SPEC C576). */
  cardConflicts: number
  /** Categories that card purchases and another deduction charge (SPEC C579). */
  chargedTwice: string[]
  /** Flat deductions that an earlier settlement of the week has too. */
  repeated: { description: string; settlementDate: Day }[]
  /** The payee of the truck's last statement, if it differs (SPEC C10). */
  previousPayee: PreviousPayee | null
  /** Set if the settlement does not pay the truck's current payee. */
  changedPayee: ChangedPayee | null
  /** Open items of the truck's previous payees. */
  previousPayeeItems: PreviousPayeeItems
  /** Revenue of the truck's loads in the weeks before, the number of their settlement dates, and of their weeks. */
  pastRevenue: Amount
  pastDateCount: number
  pastWeekCount: number
  /** Numbers of loads with charges that extra pay seems to pay too (SPEC C105). */
  paidTwice: string[]
  /** Numbers of loads with a charge that pays the owner and that the broker refused, or has not answered (SPEC C151). */
  refusedCharges: string[]
  askedCharges: string[]
  /** An amount was typed for "other" without a reason (SPEC C19). */
  isReasonMissing: boolean
}

/** A paid statement has one exception at most: its loads changed after its approval. */
export function findExceptions(facts: RunFacts): RunException[] {
  const drift = list('drift', facts.drifts ? [describeDrifts(facts)] : [])
  if (facts.status === 'paid') return drift
  if (facts.status === 'approved') return [...listMissing(facts), ...drift]
  return [...findDraftExceptions(facts), ...drift]
}

/** The exceptions of a settlement that is not approved yet. */
function findDraftExceptions(facts: RunFacts): RunException[] {
  const { previousPayee, changedPayee, previousPayeeItems, net, loadsRevenue } = facts
  return [
    ...list('late', describeLatePapers(facts.latePapers)),
    ...list('payee', changedPayee ? [describeChangedPayee(changedPayee)] : []),
    ...list('payee', previousPayee ? [describePreviousPayee(previousPayee)] : []),
    ...list('open-items', previousPayeeItems.carries.map(describeOpenCarryForward)),
    ...list('open-items', previousPayeeItems.balances.map(describePreviousPayeeBalance)),
    ...listMissing(facts),
    ...list('confirmation', describeDiffering(facts)),
    ...list('confirmation-unread', describeUnread(facts)),
    ...list('refused', describeLoads(facts.refusedCharges, REFUSED)),
    ...list('asked', describeLoads(facts.askedCharges, ASKED)),
    ...list('no-payee', facts.hasPayee ? [] : ['No owner assigned']),
    ...list('no-reason', facts.isReasonMissing ? ['“Other” has no reason'] : []),
    ...list('negative', toCents(net) < 0n && !isIdle(facts) ? ['Negative net'] : []),
    ...list('gross', isUnusual(facts) ? [describeUnusual(facts)] : []),
    ...list(
      'stale',
      revenueDiffers(facts) ? [`Load total changed to ${formatMoney(toCents(loadsRevenue))}`] : [],
    ),
    ...list('stale', facts.miscounted ? ['Deductions are out of date'] : []),
    ...list('stale', facts.withholdingStale ? ['Backup withholding is out of date'] : []),
    ...list('stale', facts.feesStale ? ['Factoring fees are out of date'] : []),
    ...list('cards', facts.cardsDue ? [describeCards(facts)] : []),
    ...list(
      'card-figures',
      describeConflictsOn(facts.cardConflicts).map(({ text }) => text),
    ),
    ...list('charged-twice', facts.chargedTwice),
    ...list('repeated', facts.repeated.map(describeRepeated)),
    ...list('charges', describeLoads(facts.paidTwice, PAID_TWICE)),
  ]
}

function list(cause: ExceptionCause, texts: string[]): RunException[] {
  return texts.map((text) => ({ cause, text }))
}

/** A truck without loads has a negative net because of its deductions. This is expected until it is saved (SPEC C23). */
function isIdle({ status, loads }: RunFacts): boolean {
  return status === null && loads === 0
}

/** True if a person must check the settlement before the approval. Papers that came long ago are a reason to approve, not to wait (SPEC C256). */
export function holdsBack({ cause }: RunException): boolean {
  return cause !== 'late'
}

export function isStale(facts: RunFacts): boolean {
  return (
    revenueDiffers(facts) ||
    facts.miscounted ||
    facts.withholdingStale ||
    facts.feesStale ||
    facts.cardsDue > 0
  )
}

/**
 * Whether the revenue differs by more than 50% from the truck's average of the eight weeks before. False if fewer than
 * six of these weeks had loads, and without loads.
 */
export function isUnusual({ revenue, loads, pastRevenue, pastDateCount, pastWeekCount }: RunFacts) {
  if (pastWeekCount < MIN_WEEKS || loads === 0) return false
  const [total, dates] = [toCents(pastRevenue), BigInt(pastDateCount)]
  const difference = toCents(revenue) * dates - total
  return (difference < 0n ? -difference : difference) * 100n > total * UNUSUAL_PERCENT
}

/** "Gross 61% below 8-week average ($2,000.00)"; without a percentage if the average is $0.00. */
function describeUnusual({ revenue, pastRevenue, pastDateCount }: RunFacts): string {
  const dates = BigInt(pastDateCount)
  const change = percentChange(toCents(revenue) * dates, toCents(pastRevenue))
  const distance = change === null ? 'above' : formatPercentOff(change)
  const average = formatMoney(toCents(pastRevenue) / dates)
  return `Gross ${distance} ${WEEKS_COMPARED}-week average (${average})`
}

function formatPercentOff(change: number): string {
  return `${Math.round(Math.abs(change))}% ${change < 0 ? 'below' : 'above'}`
}

/** "Missing 2 BOLs", "Missing 1 lumper receipt": each paper is its own cause. */
function listMissing({ bolMissing, missingPapers }: RunFacts): RunException[] {
  const kinds = missingPapers.split(',')
  return PAPER_KINDS.flatMap(({ value: kind, label }) => {
    // The status of a BOL counts without any rule, so it is counted separately.
    const count = kind === 'bol' ? bolMissing : kinds.filter((missing) => missing === kind).length
    const noun = label === label.toUpperCase() ? label : label.toLowerCase()
    return list(kind, count ? [`Missing ${pluralize(count, noun)}`] : [])
  })
}

function describeDiffering({ confirmations: { differs: count } }: RunFacts): string[] {
  if (!count) return []
  return [
    `${pluralize(count, 'load')} ${count === 1 ? 'differs' : 'differ'} from the rate confirmation`,
  ]
}

function describeUnread({ confirmations: { unread, scan, unclear } }: RunFacts): string[] {
  return [
    ...describeLoads(unread, UNREAD),
    ...describeLoads(scan, SCAN),
    ...describeLoads(unclear, UNCLEAR),
  ]
}

type LoadText = { one: string; many: string }

const REFUSED = { one: 'pays the owner a refused charge', many: 'pay the owner a refused charge' }
const ASKED = {
  one: 'pays the owner a charge that is not approved yet',
  many: 'pay the owner a charge that is not approved yet',
}
const UNREAD = {
  one: 'has a rate confirmation that is not read',
  many: 'have a rate confirmation that is not read',
}
const SCAN = {
  one: 'has a scanned rate confirmation whose total is not read',
  many: 'have scanned rate confirmations whose totals are not read',
}
const UNCLEAR = {
  one: 'has a rate confirmation whose total is not clear',
  many: 'have rate confirmations whose totals are not clear',
}
const PAID_TWICE = {
  one: 'is paid by charges and by extra pay',
  many: 'are paid by charges and by extra pay',
}

/** "2 loads pay the owner a refused charge: L-1, L-2". */
function describeLoads(numbers: string[], { one, many }: LoadText): string[] {
  const [first, ...others] = numbers
  if (first === undefined) return []
  if (!others.length) return [`Load ${first} ${one}`]
  return [`${pluralize(numbers.length, 'load')} ${many}: ${listLoadNumbers(numbers)}`]
}

function describeRepeated({ description, settlementDate }: RunFacts['repeated'][number]): string {
  return `${description} is also on the ${formatDay(settlementDate)} settlement of this week`
}

/** "6 card purchases are not on it yet". */
function describeCards({ cardsDue }: RunFacts): string {
  return `${pluralize(cardsDue, 'card purchase')} ${cardsDue === 1 ? 'is' : 'are'} not on it yet`
}

/** "2 loads changed after approval (-$220.00 to adjust)". */
function describeDrifts({ drifts, driftNet }: RunFacts): string {
  const cents = toCents(driftNet)
  const open = cents === 0n ? '' : ` (${formatMoney(cents)} to adjust)`
  return `${pluralize(drifts, 'load')} changed after approval${open}`
}

function revenueDiffers({ revenue, loadsRevenue }: RunFacts): boolean {
  return toCents(revenue) !== toCents(loadsRevenue)
}
