/** What an import of a file would do, for the person who decides: nothing is written (SPEC C562). */
import { SHOWN_PROBLEMS, SHOWN_SAMPLES, type PurchaseCheck } from '#core/cards/imports.ts'
import { findUnexplained, sumByKind } from '#core/cards/files/read-card-file.ts'
import type { Pile } from '#core/cards/purchase-list.ts'
import { toAmount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { pickOfApprovedWeeks } from './approved-weeks.ts'
import {
  planPurchases,
  countRows,
  type PlannedPurchase,
  type PurchasePlan,
  type ReadPurchases,
} from './plan.ts'

const SHOWN_CARDS = 50

/** What the reader of the file's tables says of a check. */
export type OpenedName =
  | 'heading'
  | 'titles'
  | 'columns'
  | 'example'
  | 'missing'
  | 'asksProvider'
  | 'leftOutSheets'
  | 'daysAsBefore'

type Described = Omit<PurchaseCheck, OpenedName>

export async function checkPurchases(
  work: Database | Work,
  userId: string,
  read: ReadPurchases,
): Promise<Described> {
  const { file, layout, provider } = read
  const plan = await planPurchases(work, userId, read)
  const { others, problems, leftOut, negative, total, purchases } = file
  const unexplained = findUnexplained(file)
  const added = plan.purchases.filter(({ step }) => step === 'new')
  const settled = await pickOfApprovedWeeks(work, userId, provider, added)
  return {
    layout,
    provider,
    rows: countRows(purchases),
    sums: [...sumByKind(purchases)].map(([kind, { count, retail, discount, net }]) => ({
      kind,
      count,
      retail: toAmount(retail),
      discount: toAmount(discount),
      net: toAmount(net),
    })),
    total: {
      title: total.title,
      printed: total.printed === null ? null : toAmount(total.printed),
      rows: toAmount(total.rows),
      unexplained: unexplained === null ? null : toAmount(unexplained),
      unread: toAmount(total.unread),
      others: toAmount(total.others),
    },
    sample: plan.purchases.slice(0, SHOWN_SAMPLES).map((one) => toSample(one, plan)),
    problems: problems.slice(0, SHOWN_PROBLEMS),
    problemCount: problems.length,
    others: others
      .slice(0, SHOWN_SAMPLES)
      .map(({ line, text, amount }) => ({ line, text, amount: toAmount(amount) })),
    otherCount: others.length,
    leftOut: leftOut.slice(0, SHOWN_SAMPLES),
    leftOutCount: leftOut.length,
    negative,
    days: file.days,
    piles: countPiles(plan.purchases),
    waiting: listWaiting(plan.purchases),
    approvedWeeks: settled.length ? { count: settled.length, net: sumNet(settled) } : null,
  }
}

function toSample(
  purchase: PlannedPurchase,
  { numbers }: PurchasePlan,
): PurchaseCheck['sample'][number] {
  const { line, day, time, card, unit, kind, truckId, figures } = purchase
  const { gallons, retail, discount, net } = figures
  return {
    line,
    day,
    time,
    card,
    unit,
    kind,
    gallons,
    retail,
    discount,
    net,
    place: [purchase.place, purchase.city, purchase.state].filter(Boolean).join(', '),
    truck: truckId === null ? null : (numbers.get(truckId) ?? null),
    pile: pileOf(purchase),
  }
}

function pileOf({ step, truckId }: PlannedPurchase): Pile {
  if (step === 'conflict') return 'conflict'
  return truckId === null ? 'waiting' : 'ready'
}

function countPiles(purchases: readonly PlannedPurchase[]): PurchaseCheck['piles'] {
  const added = purchases.filter(({ step }) => step === 'new')
  const waiting = added.filter(({ truckId }) => truckId === null).length
  return {
    ready: added.length - waiting,
    waiting,
    conflict: purchases.filter(({ step }) => step === 'conflict').length,
    same: purchases.filter(({ step }) => step === 'same').length,
  }
}

/** The cards whose truck nobody knows, with the most purchases first. */
function listWaiting(purchases: readonly PlannedPurchase[]): PurchaseCheck['waiting'] {
  const waiting = purchases.filter(({ step, truckId }) => step === 'new' && truckId === null)
  const groups = Map.groupBy(waiting, ({ card, unit }) => `${card}\n${unit}`)
  return [...groups.values()]
    .map((own) => ({
      card: own[0]?.card ?? '',
      unit: own[0]?.unit ?? '',
      driver: own[0]?.driver ?? '',
      count: own.length,
      net: sumNet(own),
    }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, SHOWN_CARDS)
}

function sumNet(purchases: readonly PlannedPurchase[]): string {
  return toAmount(purchases.reduce((sum, { net }) => sum + net, 0n))
}
