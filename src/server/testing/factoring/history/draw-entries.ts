/** Draws the entries of a random report: purchases of submitted invoices, and what follows them. Most of the entries are valid. */
import {
  boughtOn,
  endedOn,
  findStanding,
  heldOn,
  toForward,
  factoredOpenOn,
  type FactorBook,
  type ModelEntry,
  type Numbers,
} from './model.ts'

/** The random numbers from this position on are for the entries. */
const FIRST_PLACE = 4

export function drawEntries(book: FactorBook, number: Numbers): ModelEntry[] {
  const submitted = book.invoices.filter(({ id }) => findStanding(book, id)?.state === 'submitted')
  const from = number(0, 15) === 0 || !submitted.length ? book.invoices : submitted
  const ids = new Set<number>()
  for (let at = 0; at <= number(FIRST_PLACE, 3); at++) {
    const invoice = from[number(FIRST_PLACE + 1 + at, from.length)]
    if (invoice) ids.add(invoice.id)
  }
  const named = [...ids].flatMap((id, at) => drawOfInvoice(book, id, number, at))
  return [...named, ...drawOfAccount(number)].filter(({ cents }) => cents > 0n)
}

function drawOfAccount(number: Numbers): ModelEntry[] {
  const kinds = ['cost', 'fuel-advance', 'fuel-advance-repaid', null, null, null]
  const kind = kinds[number(8, kinds.length)]
  return kind ? [{ kind, invoice: null, cents: BigInt(1 + number(9, 5000)) }] : []
}

function drawOfInvoice(
  book: FactorBook,
  invoice: number,
  number: Numbers,
  at: number,
): ModelEntry[] {
  const bought = boughtOn(book, invoice)
  const seed = (number(9, 9999) >> at) + number(10, 9999)
  if (bought === 0n || number(11, 25) === 0) return drawPurchase(book, invoice, seed)
  const left = bought - endedOn(book, invoice)
  const held = heldOn(book, invoice)
  const open = factoredOpenOn(book, invoice)
  const over = seed % 11 === 0 ? 1n : 0n
  const part = (most: bigint) => (most * BigInt(1 + (seed % 99))) / 100n
  const paid = left < open ? left : open
  const back = held < left ? held : left
  const received = toForward(book, invoice)
  const of = (kind: string, cents: bigint) => ({ kind, invoice, cents })
  const choices: ModelEntry[][] = [
    [of('debtor-paid', paid + over), of('reserve-released', held)],
    [of('debtor-paid', part(paid))],
    [
      of('debtor-paid', paid),
      of('reserve-fee', part(held)),
      of('reserve-released', held - part(held)),
    ],
    [of('reserve-released', part(held) + over)],
    [of('reserve-fee', part(held)), of('late-fee', BigInt(1 + (seed % 700)))],
    [of('reserve-cost', part(held))],
    [of('reserve-chargeback', back), of('chargeback', left - back + over)],
    [of('chargeback', left), of('reserve-released', held)],
    [of('chargeback', part(left))],
    [of('debtor-paid', part(paid)), of('chargeback', left - part(paid))],
    [of('forwarded', received + over), of('reserve-released', held)],
    [of('forwarded', part(received)), of('debtor-paid', paid)],
  ]
  return choices[Math.floor(seed / 11) % choices.length] ?? []
}

/** Advance, fee and reserve of the face amount, at times a cent too much. */
function drawPurchase(book: FactorBook, invoice: number, seed: number): ModelEntry[] {
  const face = findStanding(book, invoice)?.face ?? factoredOpenOn(book, invoice)
  const advance = (face * BigInt(70 + (seed % 31))) / 100n
  const fee = ((face - advance) * BigInt(seed % 101)) / 100n
  const over = seed % 17 === 0 ? 1n : 0n
  const of = (kind: string, cents: bigint) => ({ kind, invoice, cents })
  return [of('advance', advance + over), of('fee', fee), of('reserve', face - advance - fee)]
}
