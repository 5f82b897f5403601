/** An independent model of card purchases on settlements: it shares no code with the product (SPEC C572–C577). Amounts are whole cents. */

export type ModelTerm = {
  kind: string
  charge: 'cost' | 'retail' | 'cost-plus' | 'flat' | 'none'
  /** Hundredths of a percent, and cents. */
  percent: number | null
  amount: number | null
  discount: 'all' | 'part' | 'none'
  discountPercent: number | null
}

type ModelLine = { billing: number; amount: number; passedOn: number }

/** Whole gallons, cents, and cents a gallon. */
export type ModelFigures = {
  day: string
  gallons: number | null
  price: number | null
  retail: number
  discount: number
}

/** `file`: the import that waits for a decision. `second`: what it is if it is a second purchase; null if it can't be one. */
export type ModelConflict = ModelFigures & { file: number; second: ModelPurchase | null }

/** Why it is not charged: a person's reason, or as the weeks before card files. */
type ModelIgnored = 'person' | 'charged before' | null

export type ModelPurchase = ModelFigures & {
  id: number
  /** Null: no file has it. */
  printed: ModelPrinted | null
  truck: number | null
  /** A person chose the truck. */
  byPerson: boolean
  kind: string
  posted: string | null
  /** The posted day counts. */
  byPosted: boolean
  ignored: ModelIgnored
  off: boolean
  conflict: ModelConflict | null
  refused: ModelFigures[]
  /** The import whose figures a person took last. */
  figuresOf?: number
  line: ModelLine | null
  /** It was on a line of a statement with a number. */
  wasPrinted: boolean
}

/** What a file says besides the figures. `file`: the import that stored it. */
export type ModelPrinted = {
  file: number
  card: string
  unit: string
  invoice: string
  /** The day of the file that stored it, or that a person took. */
  day: string
  /** Of the same item of a stop the first or the second one. */
  item: string
  isCredit: boolean
}

type ModelCard = { number: string; truck: number; from: string; to: string | null }

/** `earlier`: the files that had purchases of it before. */
type ModelFile = { id: number; name: string; earlier: number[] }

export type ModelSettlement = {
  id: number
  truck: number
  date: string
  start: string
  end: string
  state: 'pending' | 'frozen' | 'void'
  owner: number | null
}

type ModelLease = {
  id: number
  truck: number
  owner: number
  from: string
  to: string | null
  terms: ModelTerm[]
}

export type CardModel = {
  /** The owner of each truck now; null: the carrier's. */
  owners: Map<number, number | null>
  /** The number of each truck. */
  units: Map<number, string>
  names: Map<number, string>
  cards: ModelCard[]
  files: ModelFile[]
  purchases: ModelPurchase[]
  settlements: ModelSettlement[]
  leases: ModelLease[]
  defaults: ModelTerm[]
}

/** What of a lease a kind of purchase follows. */
export const TERM_OF: Record<string, string> = {
  diesel: 'fuel',
  def: 'def',
  toll: 'toll',
  scale: 'scale',
  oil: 'oil',
  advance: 'advance',
  fee: 'fee',
  tax: 'other',
  unknown: 'other',
}

export const countDay = (bought: ModelPurchase) =>
  bought.byPosted && bought.posted !== null ? bought.posted : bought.day

const live = (model: CardModel, truck: number | null) =>
  model.settlements
    .filter((one) => one.state !== 'void' && one.truck === truck)
    .sort((a, b) => (a.date < b.date ? -1 : 1))

function chooseInWeek(list: ModelSettlement[], day: string): ModelSettlement | null {
  let last: ModelSettlement | null = null
  for (const one of list) {
    if (day < one.start || day > one.end) continue
    if (one.date >= day) return one
    last = one
  }
  return last
}

export function leaseOf(model: CardModel, bought: ModelPurchase): ModelLease | null {
  for (const one of model.leases) {
    const covers = one.from <= bought.day && (one.to === null || bought.day <= one.to)
    if (one.truck === bought.truck && covers) return one
  }
  return null
}

export type Verdict =
  | 'closed'
  | 'carrier'
  | 'free'
  | 'unclear'
  | 'unnamed'
  | 'waits'
  | ModelSettlement

export function ownerOf(model: CardModel, bought: ModelPurchase): number | null | 'unclear' {
  const lease = leaseOf(model, bought)
  if (lease) return lease.owner
  const list = live(model, bought.truck)
  const week = chooseInWeek(list, bought.day)
  if (week) return week.owner
  const now = model.owners.get(bought.truck ?? 0) ?? null
  const earlier = list.filter((one) => one.end < bought.day)
  const before = earlier[earlier.length - 1]
  return before && before.owner !== now ? 'unclear' : now
}

function termOf(model: CardModel, bought: ModelPurchase): ModelTerm | null {
  if (bought.kind === 'unknown') return null
  const lease = leaseOf(model, bought)
  const terms = lease && lease.terms.length > 0 ? lease.terms : model.defaults
  return terms.find((one) => one.kind === TERM_OF[bought.kind]) ?? null
}

/** What should happen to a purchase that is on no line. */
export function judge(model: CardModel, bought: ModelPurchase): Verdict {
  if (bought.truck === null || bought.ignored || bought.off || bought.line || bought.conflict)
    return 'closed'
  const owner = ownerOf(model, bought)
  if (owner === 'unclear') return 'unclear'
  if (owner === null) return 'carrier'
  const term = termOf(model, bought)
  if (!term) return 'unnamed'
  if (term.charge === 'none') return 'free'
  const drafts = live(model, bought.truck).filter(
    (one) => one.state === 'pending' && one.owner === owner,
  )
  const day = countDay(bought)
  const later = drafts.filter((one) => one.start > day)
  return chooseInWeek(drafts, day) ?? later[0] ?? 'waits'
}

/** Half a cent goes away from zero. `hundredths` of a percent. */
function share(cents: number, hundredths: number): number {
  const size = Math.floor((Math.abs(cents) * hundredths * 2 + 10_000) / 20_000)
  return cents < 0 ? -size : size
}

function charge(term: ModelTerm, { retail, discount }: ModelPurchase) {
  const passes = term.charge === 'cost' || term.charge === 'cost-plus'
  let passedOn = 0
  if (passes && term.discount === 'all') passedOn = discount
  if (passes && term.discount === 'part') passedOn = share(discount, term.discountPercent ?? 0)
  const cost = retail - passedOn
  if (term.charge === 'cost') return { amount: cost, passedOn }
  if (term.charge === 'cost-plus')
    return { amount: cost + share(cost, term.percent ?? 0), passedOn }
  if (term.charge === 'retail') return { amount: retail, passedOn }
  const flat = term.amount ?? 0
  return { amount: retail < 0 ? -flat : flat, passedOn }
}

/** Puts on a draft what is due on it. */
export function addDue(model: CardModel, draft: ModelSettlement): void {
  for (const bought of model.purchases) {
    if (bought.truck !== draft.truck || judge(model, bought) !== draft) continue
    const term = termOf(model, bought)
    if (term) bought.line = { billing: draft.id, ...charge(term, bought) }
  }
}

/** The line that a purchase on a draft has after it is calculated again. */
function again(model: CardModel, bought: ModelPurchase, draft: ModelSettlement): ModelLine | null {
  const lease = leaseOf(model, bought)
  if (lease && lease.owner !== draft.owner) return null
  const term = termOf(model, bought)
  return term && term.charge !== 'none' ? { billing: draft.id, ...charge(term, bought) } : null
}

export const onDraft = (model: CardModel, draft: ModelSettlement) =>
  model.purchases.filter((bought) => bought.line?.billing === draft.id)

export function recalculate(model: CardModel, draft: ModelSettlement): void {
  for (const bought of onDraft(model, draft)) bought.line = again(model, bought, draft)
  addDue(model, draft)
}

/** Whether an approval must be refused. */
export function isOutdated(model: CardModel, draft: ModelSettlement): boolean {
  return onDraft(model, draft).some((bought) => {
    const next = again(model, bought, draft)
    return next?.amount !== bought.line?.amount || next?.passedOn !== bought.line?.passedOn
  })
}

/** Its purchases are open again: after a void, a deletion, or before another payee. */
export function release(model: CardModel, settlement: ModelSettlement): void {
  for (const bought of onDraft(model, settlement)) bought.line = null
}
