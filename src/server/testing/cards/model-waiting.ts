/** Where the purchases of the model stand, and why they wait, in the words of the screen (SPEC C565, C576). */
import {
  type CardModel,
  countDay,
  judge,
  leaseOf,
  type ModelPurchase,
  type ModelSettlement,
  ownerOf,
  TERM_OF,
  type Verdict,
} from './model.ts'

/** The words of the screen for what a lease names. */
const WORDS: Record<string, string> = {
  fuel: 'diesel and gasoline',
  def: 'DEF',
  toll: 'tolls',
  scale: 'scales',
  oil: 'oil and fluids',
  fee: 'card fees',
  other: 'other',
}

/** Why a purchase of the draft's truck waits, in the words of the screen. */
function explain(model: CardModel, bought: ModelPurchase, verdict: Verdict): string | null {
  if (bought.conflict && bought.line === null && !bought.off && !bought.ignored)
    return 'a later file has other figures'
  const lease = leaseOf(model, bought)
  const owner = ownerOf(model, bought)
  const name = typeof owner === 'number' ? (model.names.get(owner) ?? '') : ''
  if (verdict === 'waits') return `${name} has no open settlement`
  if (verdict === 'unclear') {
    const [year, month, day] = bought.day.split('-').map(Number)
    const unit = model.units.get(bought.truck ?? 0)
    return `it is not known who owned truck ${unit} on ${month}/${day}/${year}. Enter the lease, or a settlement of that week`
  }
  if (verdict !== 'unnamed') return null
  if (bought.kind === 'unknown')
    return 'no list knows the code of the item. Choose its kind under Fuel & Tolls'
  const word = WORDS[TERM_OF[bought.kind] ?? ''] ?? '?'
  const by = lease && lease.terms.length > 0
  return by
    ? `the lease of ${name} does not name ${word}`
    : `your charge-backs by default do not name ${word}`
}

/** How many purchases up to the end of a draft it could take, and how many of its truck wait, by reason. */
export function countOpen(model: CardModel, draft: ModelSettlement) {
  let due = 0
  const waiting: Record<string, number> = {}
  const wait = (text: string) => (waiting[text] = (waiting[text] ?? 0) + 1)
  for (const bought of model.purchases) {
    if (bought.conflict && bought.line?.billing === draft.id) wait('on it')
    if (bought.truck !== draft.truck || countDay(bought) > draft.end) continue
    const verdict = judge(model, bought)
    if (verdict === draft) due++
    const text = explain(model, bought, verdict)
    if (text !== null) wait(text)
  }
  return { due, waiting }
}

/** Where the list says that a purchase stands. */
export function pileOf(model: CardModel, bought: ModelPurchase): string {
  if (bought.conflict?.second) return 'conflict'
  if (bought.ignored) return 'ignored'
  if (bought.conflict) return 'conflict'
  if (bought.truck === null) return 'waiting'
  if (bought.line) return 'charged'
  if (bought.off) return 'off'
  const hadOwner =
    model.owners.get(bought.truck) !== null ||
    model.leases.some(({ truck }) => truck === bought.truck) ||
    model.settlements.some((one) => one.truck === bought.truck && one.owner !== null)
  if (!hadOwner) return 'company'
  return bought.kind === 'unknown' ? 'unnamed' : 'ready'
}
