/**
 * The columns of a statement's loads (SPEC C6): what each says, its head in each language, and where the formats place it. A new
 * column is an entry of `COLUMNS` and stands in the layout of a new format: a frozen statement keeps its own columns.
 */
import { formatDay } from '#core/calendar.ts'
import type { Language } from '#core/languages.ts'
import { addUp, formatMoney, formatQuantity, toAmount, toCents } from '#core/money.ts'
import type { SettlementLoad } from '#core/settlements/settlement.ts'
import type { Format } from './format.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'

/** A column with a `total` has figures, which align right. */
type Declared = {
  head: Record<Language, string>
  text: (load: SettlementLoad) => string
  total?: (data: StatementData) => string
}

const COLUMNS = {
  number: { head: { en: 'Load #', es: 'Carga núm.' }, text: ({ loadId }) => loadId },
  lane: {
    head: { en: 'Origin → destination', es: 'Origen → destino' },
    text: ({ pickupCity, pickupState, deliveryCity, deliveryState }) =>
      `${formatPlace(pickupCity, pickupState)} → ${formatPlace(deliveryCity, deliveryState)}`,
  },
  pickup: {
    head: { en: 'Pickup', es: 'Recogida' },
    text: ({ pickupDate }) => formatDay(pickupDate),
  },
  delivery: {
    head: { en: 'Delivery', es: 'Entrega' },
    text: ({ deliveryDate }) => (deliveryDate ? formatDay(deliveryDate) : '–'),
  },
  miles: {
    head: { en: 'Miles', es: 'Millas' },
    text: ({ miles }) => formatQuantity(miles),
    total: ({ loads }) => formatQuantity(toAmount(addUp(loads.map(({ miles }) => miles)))),
  },
  emptyMiles: {
    head: { en: 'Empty', es: 'Vacías' },
    text: ({ emptyMiles }) => formatQuantity(emptyMiles),
    total: ({ loads }) =>
      formatQuantity(toAmount(addUp(loads.map(({ emptyMiles }) => emptyMiles)))),
  },
  revenue: {
    head: { en: 'Revenue', es: 'Ingreso' },
    text: ({ revenue }) => formatMoney(toCents(revenue)),
    total: ({ settlement }) => formatMoney(toCents(settlement.totalRevenue)),
  },
} as const satisfies Record<string, Declared>

export type LoadColumnName = keyof typeof COLUMNS

/** The distance from the left margin, and the width, in points. The largest miles and revenue fit on one line. */
type Layout = readonly (readonly [name: LoadColumnName, left: number, width: number])[]

const FORMAT_1: Layout = [
  ['number', 0, 60],
  ['lane', 66, 190],
  ['pickup', 260, 52],
  ['delivery', 315, 52],
  ['miles', 368, 62],
  ['revenue', 438, 78],
]

const FORMAT_1_WITH_EMPTY_MILES: Layout = [
  ['number', 0, 60],
  ['lane', 66, 140],
  ['pickup', 210, 52],
  ['delivery', 265, 52],
  ['miles', 320, 54],
  ['emptyMiles', 378, 54],
  ['revenue', 438, 78],
]

function layOutFormat1(data: StatementData): Layout {
  return countsEmptyMiles(data) ? FORMAT_1_WITH_EMPTY_MILES : FORMAT_1
}

const LAYOUTS: Record<Format, (data: StatementData) => Layout> = {
  1: layOutFormat1,
  2: layOutFormat1,
}

/** A column as it is printed. `total`: null if it has no figures. */
export type LoadColumn = {
  name: LoadColumnName
  head: string
  left: number
  width: number
  total: string | null
}

/** The columns of a statement, from left to right. The last one is the revenue. */
export function listLoadColumns(data: StatementData, language: Language): LoadColumn[] {
  return LAYOUTS[data.format](data).map(([name, left, width]) => {
    const { head, total }: Declared = COLUMNS[name]
    return { name, head: head[language], left, width, total: total?.(data) ?? null }
  })
}

/** What each column says about a load, also the columns that the statement does not print. */
export function writeLoad(load: SettlementLoad): Record<LoadColumnName, string> {
  const texts = Object.entries(COLUMNS).map(([name, { text }]) => [name, text(load)])
  return Object.fromEntries(texts) as Record<LoadColumnName, string>
}

function countsEmptyMiles({ lines }: StatementData): boolean {
  return lines.some(({ basis }) => basis === 'per-empty-mile')
}

function formatPlace(city: string | null, state: string): string {
  return city ? `${city}, ${state}` : state
}
