/** What becomes of stored purchases, in a model that shares no code with the product: decisions, trucks, undo (SPEC C564–C566, C570, C571). */
import { type CardModel, countDay, type ModelConflict, type ModelPurchase } from './model.ts'
import { findHolder, isFirst, isOfApprovedWeek, isStopOf, pickFigures } from './model-import.ts'

type Waiting = ModelPurchase & { conflict: ModelConflict }

export const isWaiting = (bought: ModelPurchase): bought is Waiting => bought.conflict !== null

/**
 * Decides about all items of a stop that wait for its day. Null if the figures can't change, because a purchase is on a settlement; else the second
 * purchases, without their ids.
 */
export function decideModelFigures(
  model: CardModel,
  bought: Waiting,
  take: 'stored' | 'new' | 'both',
): ModelPurchase[] | null {
  const { conflict, printed } = bought
  if (take === 'both' && !conflict.second) return null
  const others = model.purchases
    .filter(isWaiting)
    .filter(
      (one) =>
        printed !== null &&
        conflict.second !== null &&
        one !== bought &&
        isStopOf(one, printed) &&
        one.printed?.day === printed.day &&
        one.conflict.second !== null &&
        one.conflict.file === conflict.file &&
        one.conflict.day === conflict.day,
    )
  const all = [bought, ...others.toSorted((a, b) => a.id - b.id)]
  if (take === 'new' && all.some(({ line }) => line)) return null
  return all.flatMap((one) => decideOne(model, one, take))
}

function decideOne(model: CardModel, bought: Waiting, take: 'stored' | 'new' | 'both') {
  const { conflict } = bought
  if (take === 'new') bought.refused.push(pickFigures(bought))
  if (take === 'stored') bought.refused.push(pickFigures(conflict))
  const isMoved = take === 'new' && conflict.day !== bought.day
  if (take === 'new') Object.assign(bought, pickFigures(conflict), { figuresOf: conflict.file })
  if (take === 'new' && conflict.second && bought.printed)
    bought.printed = { ...bought.printed, day: conflict.day }
  Object.assign(bought, { conflict: null })
  if (isMoved && bought.printed && !bought.byPerson && bought.truck !== null) {
    const truck = findHolder(model, { ...bought.printed, day: bought.day })
    if (truck !== null) giveTruck(bought, truck)
  }
  const { second } = conflict
  if (take !== 'both' || !second?.printed) return []
  const truck = findHolder(model, { ...second.printed, day: second.day })
  if (truck !== null) Object.assign(second, { truck, byPerson: false })
  model.purchases.push(second)
  return [second]
}

/** With another truck it is no longer off the settlement of the one before. */
export function giveTruck(bought: ModelPurchase, truck: number | null): void {
  if (bought.truck !== truck) bought.off = false
  bought.truck = truck
}

/** Why a file can't be taken out, or the later files that have purchases of it. */
export function refuseUndo(model: CardModel, id: number): 'printed' | 'taken' | 'overlap' | null {
  if (model.purchases.some((one) => one.printed?.file === id && one.wasPrinted)) return 'printed'
  if (model.purchases.some((one) => one.printed?.file !== id && one.figuresOf === id))
    return 'taken'
  return model.files.some(({ earlier }) => earlier.includes(id)) ? 'overlap' : null
}

export function undoFile(model: CardModel, id: number): void {
  model.files = model.files.filter((file) => file.id !== id)
  model.purchases = model.purchases.filter((one) => one.printed?.file !== id)
  for (const one of model.purchases) if (one.conflict?.file === id) one.conflict = null
}

const isFrozen = (model: CardModel, { line }: ModelPurchase) =>
  model.settlements.some((one) => one.id === line?.billing && one.state === 'frozen')

/** Of purchases that get a truck after they waited, those that may have been charged before. */
export function listSettled(
  model: CardModel,
  waited: { bought: ModelPurchase; truck: number | null }[],
) {
  return waited.flatMap(({ bought, truck }) => {
    const isOfWeek = isOfApprovedWeek(model, { truck, day: countDay(bought) })
    return isFirst(model) && !bought.ignored && isOfWeek ? bought : []
  })
}

/** The purchases without a truck that the cards of today give one. */
export function listFound(model: CardModel): { bought: ModelPurchase; truck: number | null }[] {
  return model.purchases
    .filter((one) => one.truck === null && one.printed)
    .map((one) => ({
      bought: one,
      truck: one.printed && findHolder(model, { ...one.printed, day: one.day }),
    }))
    .filter(({ truck }) => truck !== null)
}

/** The trucks by the cards of today: of those that wait, and with `moves` of those that a card gave to another truck before. */
export function matchTrucks(model: CardModel, moves: boolean): { found: number; moved: number } {
  const find = (one: ModelPurchase) =>
    one.printed ? findHolder(model, { ...one.printed, day: one.day }) : null
  const moved = model.purchases.filter((one) => {
    const isFoundByProgram = one.truck !== null && !one.byPerson && !isFrozen(model, one)
    const truck = isFoundByProgram ? find(one) : null
    return truck !== null && truck !== one.truck
  })
  const found = model.purchases.filter((one) => one.truck === null && find(one) !== null)
  for (const one of moves ? [...moved, ...found] : found) {
    one.line = null
    giveTruck(one, find(one))
    one.byPerson = false
  }
  return { found: found.length, moved: moved.length }
}

/** The other purchases of the card from its day on that wait. Those of no file have one card at each company. */
export function listOthers(model: CardModel, bought: ModelPurchase): ModelPurchase[] {
  return model.purchases.filter(
    (one) =>
      one !== bought &&
      one.truck === null &&
      one.day >= bought.day &&
      one.printed?.card === bought.printed?.card &&
      one.byPosted === bought.byPosted,
  )
}

/** Whether the card is given to the truck from that day on: if it is nobody's, or one open row that then ends the day before. */
export function moveCard(
  model: CardModel,
  { number, truck, from }: { number: string; truck: number; from: string },
): boolean {
  const over = model.cards.filter((one) => one.number === number && (one.to ?? '9999') >= from)
  const [before, ...others] = over
  if (before) {
    if (others.length || before.to !== null || before.from >= from) return false
    const dayBefore = new Date(Date.parse(from) - 86_400_000)
    before.to = dayBefore.toISOString().slice(0, 10)
  }
  model.cards.push({ number, truck, from, to: null })
  return true
}
