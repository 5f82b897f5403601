/** What an import of a card file does, in a model that shares no code with the product (SPEC C563, C569, C570). Amounts are whole cents. */
import type { CardModel, ModelFigures, ModelPrinted, ModelPurchase } from './model.ts'

/** A purchase of a file. */
export type ModelRow = Omit<ModelPrinted, 'file'> & ModelFigures & { kind: string }

/** The weeks of approved statements of owners: what a first file may have charged before. */
export function isOfApprovedWeek(
  model: CardModel,
  { truck, day }: { truck: number | null; day: string },
) {
  return model.settlements.some(
    (one) =>
      one.state === 'frozen' &&
      one.owner !== null &&
      one.truck === truck &&
      one.start <= day &&
      day <= one.end,
  )
}

/** Nobody is asked about approved weeks once a statement has a card line. */
export const isFirst = (model: CardModel) => !model.purchases.some((one) => one.wasPrinted)

type Found = Pick<ModelPurchase, 'truck' | 'byPerson' | 'ignored'>

/** The holder of the card on the day, else the printed unit. */
export function findHolder(
  model: CardModel,
  row: { card: string; unit: string; day: string },
): number | null {
  for (const card of model.cards) {
    const holds = card.from <= row.day && (card.to === null || row.day <= card.to)
    if (card.number === row.card && holds) return card.truck
  }
  for (const [truck, unit] of model.units) if (unit === row.unit) return truck
  return null
}

const sameRow = (row: ModelRow, isCredit: boolean) => (bought: ModelPurchase) =>
  bought.printed !== null &&
  bought.printed.isCredit === isCredit &&
  (['card', 'invoice', 'day', 'item'] as const).every(
    (name) => bought.printed?.[name] === row[name],
  )

function findTruck(model: CardModel, row: ModelRow): Found {
  const original = row.isCredit ? model.purchases.find(sameRow(row, false)) : undefined
  if (original && original.truck !== null) {
    const { truck, byPerson, ignored } = original
    return { truck, byPerson, ignored: ignored === 'person' ? 'person' : null }
  }
  return { truck: findHolder(model, row), byPerson: false, ignored: null }
}

const sameFigures = (one: ModelFigures, other: ModelFigures) =>
  (['day', 'gallons', 'price', 'retail', 'discount'] as const).every(
    (name) => one[name] === other[name],
  )

export function pickFigures({ day, gallons, price, retail, discount }: ModelFigures): ModelFigures {
  return { day, gallons, price, retail, discount }
}

type Conflicting = {
  bought: ModelPurchase
  figures: ModelFigures
  isUnseen: boolean
  /** Of the same invoice on another day. */
  second: Added | null
}
type Added = { row: ModelRow; found: Found }

type Plan = {
  added: Added[]
  conflicts: Conflicting[]
  same: number
  earlier: number[]
  /** Of weeks with approved statements. */
  settled: ModelRow[]
}

const knows = (bought: ModelPurchase, figures: ModelFigures) =>
  [bought, ...bought.refused].some((one) => sameFigures(one, figures))

export const isStopOf = (
  bought: ModelPurchase,
  row: Pick<ModelRow, 'card' | 'invoice' | 'isCredit'>,
) =>
  (['card', 'invoice', 'isCredit'] as const).every((name) => bought.printed?.[name] === row[name])

const daysApart = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000

/** What the same invoice of the card has on another day: decided already, or with the same amounts. */
function findOtherDay(
  model: CardModel,
  rows: ModelRow[],
  row: ModelRow,
  taken: Set<ModelPurchase>,
): ModelPurchase | undefined {
  const own = model.purchases
    .filter((one) => isStopOf(one, row) && one.printed?.item === row.item)
    .toSorted((a, b) => a.id - b.id)
  const listKnown = (one: ModelPurchase) => [
    ...[one, ...one.refused],
    ...(one.conflict?.second ? [one.conflict] : []),
  ]
  const decided =
    own.find((one) => listKnown(one).some((known) => sameFigures(known, row))) ??
    own.find((one) => listKnown(one).some(({ day }) => day === row.day))
  if (decided) return decided
  const [nearest] = own
    .filter((one) => !taken.has(one) && sameFigures({ ...pickFigures(one), day: row.day }, row))
    .filter((one) => !rows.some((other) => isStopOf(one, other) && other.day === one.printed?.day))
    .toSorted((a, b) => daysApart(a.day, row.day) - daysApart(b.day, row.day))
  if (nearest) taken.add(nearest)
  return nearest
}

/** What an import of the rows does. */
export function planFile(model: CardModel, rows: ModelRow[]): Plan {
  const plan: Plan = { added: [], conflicts: [], same: 0, earlier: [], settled: [] }
  const taken = new Set<ModelPurchase>()
  for (const row of rows) {
    const own = model.purchases.find(sameRow(row, row.isCredit))
    const bought = own ?? findOtherDay(model, rows, row, taken)
    const found = findTruck(model, row)
    if (!bought) {
      plan.added.push({ row, found })
      if (isFirst(model) && isOfApprovedWeek(model, { ...found, day: row.day }))
        plan.settled.push(row)
      continue
    }
    const { file } = bought.printed ?? { file: 0 }
    if (!plan.earlier.includes(file)) plan.earlier.push(file)
    const figures = pickFigures(row)
    if (knows(bought, figures)) plan.same++
    else {
      const { conflict } = bought
      const isUnseen = !conflict || (!conflict.second && !sameFigures(conflict, figures))
      plan.conflicts.push({
        bought,
        figures,
        isUnseen,
        second: own || bought.day === row.day ? null : { row, found },
      })
    }
  }
  return plan
}

function toPurchase({ row, found }: Added, file: number): ModelPurchase {
  const { card, unit, invoice, day, item, isCredit, kind } = row
  return {
    ...pickFigures(row),
    ...found,
    id: 0,
    printed: { file, card, unit, invoice, day, item, isCredit },
    kind,
    posted: null,
    byPosted: false,
    off: false,
    conflict: null,
    refused: [],
    line: null,
    wasPrinted: false,
  }
}

/** `id`: of the import; null if nothing was stored. Returns the purchases that it added, without their ids. */
export function storeFile(
  model: CardModel,
  { added, conflicts, earlier, settled }: Plan,
  file: { id: number | null; name: string; chargedBefore: boolean },
): ModelPurchase[] {
  const { id } = file
  if (id === null) return []
  model.files.push({ id, name: file.name, earlier })
  for (const { bought, figures, isUnseen, second } of conflicts)
    if (isUnseen)
      bought.conflict = { ...figures, file: id, second: second && toPurchase(second, id) }
  const stored = added.map((one): ModelPurchase => {
    const isBefore = file.chargedBefore && settled.includes(one.row)
    const made = toPurchase(one, id)
    return { ...made, ignored: isBefore ? 'charged before' : made.ignored }
  })
  model.purchases.push(...stored)
  return stored
}
