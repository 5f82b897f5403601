/**
 * Compares a statement with the one before it: what made the check smaller or larger (SPEC C52). Every amount has
 * the sign with which it changes the net: pay is positive, a deduction negative. So each column adds up to its net, and
 * the differences add up to the difference of the nets.
 */
import { addUp, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import { extraPayLabel } from '#core/settlements/extra-pay.ts'
import { findPart, LINE_PARTS, type Line, type LinePart } from '#core/settlements/lines.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  type SettlementLoad,
} from '#core/settlements/settlement.ts'

/** A part of a statement. Extra pay is part of the gross, beside the loads. */
export type ComparedPart = 'gross' | Exclude<LinePart, 'extraPay'>

/** The parts in the order of the screen, which is the order of the print. */
export const COMPARED_PARTS = LINE_PARTS.map(toComparedPart)

/** A pair of amounts. `previous` and `difference` are null without a statement to compare with. */
export type Pair = { current: Amount; previous: Amount | null; difference: Amount | null }

export type ComparisonRow = Pair & {
  part: ComparedPart
  label: string
  /** How the amount was computed: "15% × $4,000.00". */
  formula: string | null
  previousFormula: string | null
}

export type Comparison = {
  /** Number of loads, and their miles. */
  loads: { current: number; previous: number | null }
  miles: Pair
  rows: ComparisonRow[]
  gross: Pair
  net: Pair
}

type ComparedLine = Pick<
  Line,
  'kind' | 'category' | 'description' | 'amount' | 'ruleId' | 'ruleKey' | 'extraPay' | 'formula'
>

export type ComparedStatement = {
  totalRevenue: Amount
  netPayment: Amount
  loads: Pick<SettlementLoad, 'miles'>[]
  lines: ComparedLine[]
}

type Entry = {
  key: string
  part: ComparedPart
  label: string
  amount: Cents
  formula: string | null
}

/** `previous`: null if there is no earlier statement. Rows of $0.00 on both are left out. */
export function compareStatements(
  current: ComparedStatement,
  previous: ComparedStatement | null,
): Comparison {
  const entries = listEntries(current)
  const before = previous && listEntries(previous)
  const rows = matchRows(entries, before)
  const isGross = ({ part }: { part: ComparedPart }) => part === 'gross'
  return {
    loads: { current: current.loads.length, previous: previous?.loads.length ?? null },
    miles: toPair(sumMiles(current), previous && sumMiles(previous)),
    rows,
    gross: toPair(
      sumEntries(entries.filter(isGross)),
      before && sumEntries(before.filter(isGross)),
    ),
    net: toPair(toCents(current.netPayment), previous && toCents(previous.netPayment)),
  }
}

const MAX_CAUSES = 3

/** The rows that explain most of a changed net, the largest first. Empty if the net is the same. */
export function findCauses({ net, rows }: Comparison): ComparisonRow[] {
  const change = toCents(net.difference ?? '0.00')
  if (change === 0n) return []
  return rows
    .filter(({ difference }) => toCents(difference ?? '0.00') * change > 0n)
    .toSorted((one, other) => compareCents(sizeOf(other), sizeOf(one)))
    .slice(0, MAX_CAUSES)
}

function sizeOf({ difference }: ComparisonRow): Cents {
  const cents = toCents(difference ?? '0.00')
  return cents < 0n ? -cents : cents
}

function compareCents(one: Cents, other: Cents): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The loads as one entry, then one entry for each line, in the order of the parts and categories. */
function listEntries({ totalRevenue, lines }: ComparedStatement): Entry[] {
  const loads = { key: 'loads', part: 'gross', label: 'Loads', formula: null } as const
  const others = lines
    .toSorted((one, other) => categoryOrder(one) - categoryOrder(other))
    .map(toEntry)
  return [{ ...loads, amount: toCents(totalRevenue) }, ...mergeEntries(others)]
}

function toEntry(line: ComparedLine): Entry {
  const part = toComparedPart(findPart(line))
  return {
    key: `${part} ${findKey(line)}`,
    part,
    label: nameEntry(line),
    amount: -toCents(line.amount),
    formula: line.formula,
  }
}

/** Merges lines with the same key into one entry. A merged entry has no formula. */
function mergeEntries(entries: Entry[]): Entry[] {
  const merged = new Map<string, Entry>()
  for (const entry of entries) {
    const same = merged.get(entry.key)
    merged.set(
      entry.key,
      same ? { ...same, amount: same.amount + entry.amount, formula: null } : entry,
    )
  }
  return [...merged.values()]
}

function matchRows(current: Entry[], previous: Entry[] | null): ComparisonRow[] {
  const before = new Map(previous?.map((entry) => [entry.key, entry]))
  const keys = new Set(current.map(({ key }) => key))
  const gone = (previous ?? []).filter(({ key }) => !keys.has(key))
  const rows = [
    ...current.map((entry) => toRow(entry, entry, before.get(entry.key), previous !== null)),
    ...gone.map((entry) => toRow(entry, undefined, entry, true)),
  ]
  // The first row has the loads. It always stays, to show that a statement has no loads.
  const shown = rows.filter((row, index) => index === 0 || !isEmpty(row))
  return COMPARED_PARTS.flatMap((part) => shown.filter((row) => row.part === part))
}

function toRow(
  { part, label }: Entry,
  current: Entry | undefined,
  previous: Entry | undefined,
  compared: boolean,
): ComparisonRow {
  return {
    part,
    label,
    formula: current?.formula ?? null,
    previousFormula: previous?.formula ?? null,
    ...toPair(current?.amount ?? 0n, compared ? (previous?.amount ?? 0n) : null),
  }
}

function isEmpty({ current, previous }: ComparisonRow): boolean {
  return [current, previous ?? '0.00'].every((amount) => toCents(amount) === 0n)
}

function toPair(current: Cents, previous: Cents | null): Pair {
  if (previous === null) return { current: toAmount(current), previous: null, difference: null }
  const difference = toAmount(current - previous)
  return { current: toAmount(current), previous: toAmount(previous), difference }
}

function sumEntries(entries: Entry[]): Cents {
  return entries.reduce((sum, { amount }) => sum + amount, 0n)
}

function sumMiles({ loads }: ComparedStatement): Cents {
  return addUp(loads.map(({ miles }) => miles))
}

function toComparedPart(part: LinePart): ComparedPart {
  return part === 'extraPay' ? 'gross' : part
}

/** The same line of another week has the same key. "Fuel card 11/13" and "Fuel card 11/20" are the same deduction. */
function findKey({ kind, category, description, ruleId, ruleKey, extraPay }: ComparedLine): string {
  if (kind === 'refund') return `refund ${ruleId}`
  // The factoring fees of the loads are one row.
  if (ruleKey !== null) return `rule ${ruleKey.replace(/:load:\d+$/, '')}`
  if (kind in FIXED_NAMES) return kind
  // A week has other stops, so the purchases of a category are one row.
  if (kind === 'card') return `card ${category}`
  const name = (description ?? '').toLowerCase().replaceAll(/\d+/g, '#').trim()
  return `${kind} ${extraPay ?? category} ${name}`
}

/** Lines whose description names the other statement. */
const FIXED_NAMES: Partial<Record<ComparedLine['kind'], string>> = {
  'carry-in': 'Carry-forward from an earlier statement',
  'carry-out': 'Carry-forward to the next statement',
  correction: 'Adjustments to prior loads',
  offset: 'Offset with other trucks',
  withholding: 'Backup withholding',
}

function nameEntry({ kind, category, description, extraPay }: ComparedLine): string {
  const fixed = FIXED_NAMES[kind]
  if (fixed) return fixed
  if (kind === 'card') return `Cards: ${settlementFields[category].label}`
  if (description) return description
  return extraPay ? extraPayLabel(extraPay) : settlementFields[category].label
}

function categoryOrder({ category }: ComparedLine): number {
  return EXPENSE_CATEGORIES.indexOf(category)
}
