/** Compares the draft that settles a void statement again with that statement (SPEC C94). */
import { addUp, formatMoney, formatQuantity, toAmount, toCents } from '#core/money.ts'
import type { ComparedStatement } from '#core/settlements/comparison/compare-statements.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { SettlementLoad } from '#core/settlements/settlement.ts'

/** Removes what approval added to a statement: offsets, and the negative net that it carried forward. */
export function toDraft<Stated extends ComparedStatement>(statement: Stated): Stated {
  const isAdded = ({ kind }: Stated['lines'][number]) => kind === 'offset' || kind === 'carry-out'
  const added = addUp(statement.lines.filter(isAdded).map(({ amount }) => amount))
  return {
    ...statement,
    lines: statement.lines.filter((line) => !isAdded(line)),
    netPayment: toAmount(toCents(statement.netPayment) + added),
  }
}

type ComparedLoad = Pick<SettlementLoad, 'id' | 'loadId' | 'miles' | 'revenue'>

/** A sentence for each load that is gone, new or changed. `deleted`: ids of deleted loads. */
export function describeLoadChanges(
  before: ComparedLoad[],
  after: ComparedLoad[],
  deleted: ReadonlySet<number>,
): string[] {
  const known = new Map(before.map((load) => [load.id, load]))
  const kept = new Set(after.map(({ id }) => id))
  const gone = before.filter(({ id }) => !kept.has(id))
  return [
    ...gone.map((load) => `${nameLoad(load)} ${deleted.has(load.id) ? WAS_DELETED : WAS_MOVED}`),
    ...after.flatMap((load) => describeChange(known.get(load.id), load)),
  ]
}

const WAS_DELETED = 'is missing: it was deleted'
const WAS_MOVED = 'is missing: it has another truck or settlement date now'

function nameLoad({ loadId, revenue }: ComparedLoad): string {
  return `Load ${loadId} (${formatMoney(toCents(revenue))})`
}

function describeChange(before: ComparedLoad | undefined, after: ComparedLoad): string[] {
  if (!before) return [`${nameLoad(after)} is new`]
  const [was, now] = [before, after].map(({ miles, revenue }) => ({
    revenue: formatMoney(toCents(revenue)),
    miles: formatQuantity(miles),
  }))
  const changes = []
  if (was?.revenue !== now?.revenue) changes.push(`${now?.revenue} now (was ${was?.revenue})`)
  if (was?.miles !== now?.miles) changes.push(`${now?.miles} miles now (were ${was?.miles})`)
  return changes.map((change) => `Load ${after.loadId}: ${change}`)
}

type Counterpart = Pick<
  Line,
  'kind' | 'ruleId' | 'ruleKey' | 'carriedFrom' | 'corrects' | 'cardPurchaseId'
>

/** The lines of the void statement that the draft does not have. The draft always has the lines that a person entered. */
export function selectMissing<Own extends Counterpart & Pick<Line, 'amount'>>(
  own: Own[],
  made: Counterpart[],
): Own[] {
  return own.filter(
    (line) =>
      toCents(line.amount) !== 0n &&
      isAutomatic(line) &&
      !made.some((other) => isCounterpart(line, other)),
  )
}

const AUTOMATIC = new Set<Line['kind']>(['carry-in', 'correction', 'refund', 'card'])

/** Whether the line comes from a recurring deduction, a balance, an earlier statement or a card. */
function isAutomatic({ kind, ruleKey }: Counterpart): boolean {
  return ruleKey !== null || AUTOMATIC.has(kind)
}

function isCounterpart(line: Counterpart, other: Counterpart): boolean {
  const { kind, ruleKey, ruleId, carriedFrom, corrects } = line
  if (kind === 'carry-in') return other.kind === kind && other.carriedFrom === carriedFrom
  if (kind === 'correction') return other.kind === kind && other.corrects === corrects
  if (kind === 'card') return other.cardPurchaseId === line.cardPurchaseId
  if (kind === 'refund') return other.kind === kind && other.ruleId === ruleId
  return ruleKey === other.ruleKey
}
