/** The settlement run of a work week (SPEC C8). The number of queries does not depend on the number of trucks. */
import { addDays, weekOf, type Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents } from '#core/money.ts'
import { describeProposedTwice } from '#core/settlements/cards/charged-twice.ts'
import { findExceptions, isStale, type RunFacts } from '#core/settlements/run/exceptions.ts'
import { findBusiestWeek } from '#core/settlements/run/open-weeks.ts'
import {
  findRepeated,
  groupByTruck,
  isIdle,
  sortByOffsets,
  sortByPayee,
  toAdjustments,
  type FlatLine,
  type Run,
  type RunRow,
} from '#core/settlements/run/run.ts'
import { sumNets, type Drift } from '#core/settlements/adjustments/drift.ts'
import {
  findBefore,
  isWithholdingStale,
  type WithheldSettlement,
} from '#core/settlements/year/withholding.ts'
import type { PreviousPayeeItems } from '#core/settlements/previous-payee.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import { CARRY_IN_FORMULA } from '#core/settlements/lines.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import { countConflictsOn } from '#server/cards/truck-purchases.ts'
import type { Database } from '#server/database/open.ts'
import { readUnapprovedLoads, type UnapprovedLoad } from '#server/charges/run-charges.ts'
import {
  checkSettledLoads,
  keyOfSettlement,
  type CheckedLoad,
} from '#server/confirmations/check-loads.ts'
import { readChargedTwice } from '#server/settlements/cards/charged-twice.ts'
import { readRunCards } from '#server/settlements/cards/run-cards.ts'
import { readDrift } from '#server/settlements/adjustments/drift.ts'
import { readOpenCarryForwards } from '#server/settlements/payee/carry-forward.ts'
import {
  readWithheldPayees,
  readWithheldSettlements,
} from '#server/settlements/deductions/withholding.ts'
import { readRunOffsets } from '#server/settlements/offsets/read-offsets.ts'
import { proposeLines } from '#server/settlements/deductions/proposals.ts'
import { readFirstWeekday } from '#server/settings/company.ts'
import { readPreviousPayeeItems } from '#server/settlements/payee/previous-payee.ts'
import { findLatePapers } from './late-papers.ts'
import { findStaleFees } from './stale-fees.ts'
import { readOpenWeeks } from './open-weeks.ts'
import { readPaidTwice } from './paid-twice.ts'
import { describePayee, readRunPayees, type RunPayees } from './payees.ts'
import { readRunTrucks, type RunFigures } from './read-trucks.ts'

/** The work week that contains `week`; by default the one with most open work, otherwise the last completed one. */
export async function readRun(
  database: Database,
  userId: string,
  { week, today }: { week?: Day | undefined; today: Day },
): Promise<Run> {
  const [firstWeekday, openWeeks, drifts, carries] = await Promise.all([
    readFirstWeekday(database, userId),
    week ? [] : readOpenWeeks(database, userId, today),
    readDrift(database, userId, {}),
    readOpenCarryForwards(database, userId),
  ])
  const period = weekOf(
    week ?? findBusiestWeek(openWeeks)?.from ?? addDays(today, -7),
    firstWeekday,
  )
  const dueTrucks = [...new Set([...drifts, ...carries].map(({ truckId }) => truckId))]
  const [found, offsets, previousPayeeItems, withheldPayees, confirmations, unapproved, late] =
    await Promise.all([
      readRunTrucks(database, userId, period, today, dueTrucks),
      readRunOffsets(database, userId, period),
      readPreviousPayeeItems(database, userId, undefined, carries),
      readWithheldPayees(database, userId),
      checkSettledLoads(database, userId, period),
      readUnapprovedLoads(database, userId, period),
      findLatePapers(database, userId, period, today),
    ])
  const paidTwice = await readPaidTwice(database, userId, found)
  const staleFees = await findStaleFees(database, userId, found)
  const chargedTwice = await readChargedTwice(database, userId, listDrafts(found))
  const cardConflicts = await countConflictsOn(database, userId, listDrafts(found))
  const cards = await readRunCards(database, userId, period, found)
  const withheld = await readWithheldSettlements(database, userId, withheldPayees, found)
  // A deduction that is taken once per payee is proposed for a truck with loads first.
  const unsaved = found
    .filter(({ billing }) => billing === null)
    .toSorted((one, other) => Number(isIdle(one)) - Number(isIdle(other)))
  const proposals = await proposeLines(database, userId, unsaved.map(toFigures), carries)
  const proposed = new Map(unsaved.map((row, index) => [row, proposals[index] ?? []]))
  const driftsByTruck = Map.groupBy(drifts, ({ truckId }) => truckId)
  const listed = found.filter(
    (row) =>
      !isIdle(row) || isDue(row, proposed.get(row) ?? [], selectDrifts(row, driftsByTruck).length),
  )
  const payees = await readRunPayees(database, userId, listed)
  const flat = listed.map((row) => ({
    ...row,
    flat: proposed.get(row)?.flatMap(toFlat) ?? row.flat,
  }))
  const repeated = findRepeated(flat)
  const takers = findTakers(listed)
  const unapprovedLoads = Map.groupBy(unapproved, keyOfSettlement)
  const checkedLoads = Map.groupBy(confirmations, keyOfSettlement)
  const lateLoads = Map.groupBy(late, keyOfSettlement)
  const rows = listed.map((row, index) => {
    const lines = proposed.get(row)
    const deductions = lines ? toAmount(addUp(lines.map(({ amount }) => amount))) : row.deductions
    const extraPay = lines ? toAmount(sumExtraPay(lines)) : row.extraPay
    const withFlat = flat[index]
    const ownDrifts = selectDrifts(row, driftsByTruck)
    const billingId = row.billing?.id ?? 0
    return toRow(payees, {
      ...row,
      deductions,
      extraPay,
      confirmations: listByState(checkedLoads.get(keyOfSettlement(row))),
      latePapers: lateLoads.get(keyOfSettlement(row)) ?? [],
      paidTwice: paidTwice.get(billingId) ?? [],
      refusedCharges: listNumbers(unapprovedLoads.get(keyOfSettlement(row)), 'refused'),
      askedCharges: listNumbers(unapprovedLoads.get(keyOfSettlement(row)), 'asked'),
      drifts: ownDrifts.length,
      adjustments: toAdjustments(selectWaiting(row, ownDrifts, takers)),
      driftNet: sumNets(ownDrifts),
      previousPayeeItems: selectPreviousPayeeItems(row, previousPayeeItems),
      withholdingStale: hasStaleWithholding(row, withheldPayees, withheld),
      feesStale: staleFees.has(billingId),
      chargedTwice: lines ? describeProposedTwice(lines) : (chargedTwice.get(billingId) ?? []),
      cardConflicts: cardConflicts.get(billingId) ?? 0,
      cardsDue: cards.due.get(billingId) ?? 0,
      repeated: (withFlat && repeated.get(withFlat)) ?? [],
      offsets: row.billing ? (offsets.get(row.billing.id) ?? null) : null,
    })
  })
  return { ...period, rows: sortByOffsets(sortByPayee(rows)), cards: cards.waiting }
}

function listDrafts(rows: readonly RunFigures[]): number[] {
  return rows.flatMap(({ billing }) => (billing?.status === 'pending' ? billing.id : []))
}

function listNumbers(loads: UnapprovedLoad[] = [], approval: UnapprovedLoad['approval']) {
  return loads.filter((load) => load.approval === approval).map(({ number }) => number)
}

function listByState(loads: CheckedLoad[] = []): RunFacts['confirmations'] {
  const numbers = (wanted: CheckedLoad['state']) =>
    loads.filter(({ state }) => state === wanted).map(({ number }) => number)
  const [unread, scan, unclear] = [numbers('unread'), numbers('scan'), numbers('unclear')]
  return { differs: numbers('differs').length, unread, scan, unclear }
}

/** A draft can take the adjustments of all the truck's statements. A statement shows only its own changed loads. */
function selectDrifts(
  { truckId, billing }: RunFigures,
  driftsByTruck: Map<number, Drift[]>,
): Drift[] {
  const ofTruck = driftsByTruck.get(truckId) ?? []
  if (billing === null || billing.status === 'pending') return ofTruck
  return ofTruck.filter(({ billingId }) => billingId === billing.id)
}

/** The first settlement of each truck in the week that is not locked: it takes the adjustments. */
function findTakers(rows: RunFigures[]): Set<RunFigures> {
  const open = rows.filter(({ billing }) => billing === null || billing.status === 'pending')
  return new Set(groupByTruck(open).flatMap(([first]) => first ?? []))
}

/** Adjustments go to a later settlement than their statement. */
function selectWaiting(row: RunFigures, drifts: Drift[], takers: Set<RunFigures>): Drift[] {
  if (row.billing && row.billing.status !== 'pending') return drifts
  if (!takers.has(row)) return []
  return drifts.filter(({ settlementDate }) => settlementDate < row.settlementDate)
}

/** An inactive truck is charged no recurring deductions, but its open carry-forwards and adjustments are due. */
function isDue({ inactive }: RunFigures, lines: ProposedLine[], drifts: number): boolean {
  const due = lines.filter(({ amount, formula }) =>
    inactive ? formula === CARRY_IN_FORMULA : toCents(amount) !== 0n,
  )
  return drifts > 0 || due.length > 0
}

/** Whether a saved draft has outdated backup withholding. False for other rows. */
function hasStaleWithholding(
  { billing, payee, settlementDate, withheld }: RunFigures,
  withheldPayees: ReadonlySet<string>,
  settlements: readonly WithheldSettlement[],
): boolean {
  if (billing?.status !== 'pending') return false
  const { id } = billing
  const own = withheldPayees.has(payee) ? settlements.find((one) => one.id === id) : undefined
  const base = own && {
    grossPay: toCents(own.grossPay),
    adjusted: toCents(own.adjusted),
    before: findBefore(own, settlements),
  }
  return isWithholdingStale({ base: base ?? null, settlementDate, withheld })
}

/** A proposed line of a flat amount. */
function toFlat({ kind, ruleKey, basis, amount, description }: ProposedLine): FlatLine[] {
  const isFlat = kind === 'rule' && basis === 'fixed' && toCents(amount) > 0n
  return isFlat && ruleKey ? [{ key: ruleKey, description }] : []
}

/** Carry-forwards from before the settlement's date, and current balances. */
function selectPreviousPayeeItems(
  { truckId, settlementDate }: RunFigures,
  { carries, balances }: PreviousPayeeItems,
): PreviousPayeeItems {
  return {
    carries: carries.filter(
      (carry) => carry.truckId === truckId && carry.settlementDate < settlementDate,
    ),
    balances: balances.filter((balance) => balance.truckId === truckId),
  }
}

function toFigures({ truckId, settlementDate, payee, loads, ...row }: RunFigures) {
  const [miles, emptyMiles] = [toCents(row.miles), toCents(row.emptyMiles)]
  const figures = { revenue: toCents(row.revenue), miles, emptyMiles, loads }
  return { truckId, settlementDate, payee, ...figures }
}

type FoundFacts = Pick<
  RunFacts,
  | 'drifts'
  | 'confirmations'
  | 'latePapers'
  | 'paidTwice'
  | 'refusedCharges'
  | 'askedCharges'
  | 'driftNet'
  | 'previousPayeeItems'
  | 'repeated'
  | 'withholdingStale'
  | 'feesStale'
  | 'cardsDue'
  | 'chargedTwice'
  | 'cardConflicts'
> &
  Pick<RunRow, 'offsets' | 'adjustments'>

function toRow(payees: RunPayees, found: RunFigures & FoundFacts): RunRow {
  const { truckId, truck, settlementDate, billing, loads, revenue, deductions, extraPay } = found
  const { payee, offsets, adjustments, changedPayee, incompleteLoads } = found
  const net = toAmount(toCents(revenue) - toCents(deductions))
  const row = {
    truckId,
    truck,
    settlementDate,
    billing,
    payee,
    ...describePayee(payees, found),
    loads,
    revenue,
    deductions,
    extraPay,
    net,
    incompleteLoads,
    adjustments,
    offsets,
    changedPayee,
  }
  const status = billing?.status ?? null
  const hasPayee = !payee.startsWith('truck:')
  const facts = { ...found, status, net: offsets?.net ?? net, hasPayee }
  // An approved statement was checked; a later change of its loads is reported as drift.
  const frozen = status !== null && status !== 'pending'
  return { ...row, stale: !frozen && isStale(facts), exceptions: findExceptions(facts) }
}
