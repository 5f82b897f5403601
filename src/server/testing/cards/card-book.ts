/** The files of a card company: new stops, those of earlier files, other figures and days of them, and reversals (SPEC C563, C570). */
import type { Chance } from '#server/testing/fuzz/chance.ts'
import type { EfsRow } from './card-files.ts'
import type { ModelRow } from './model-import.ts'
import { toDollars, type Stop, toDayText, type World } from './world.ts'

export const CARDS = ['0541', '0777', '0903']
const KIND_OF: Record<string, string> = {
  ULSD: 'diesel',
  DEFD: 'def',
  SCLE: 'scale',
  ZZ9: 'unknown',
}

let serial = 0

function makeItem(chance: Chance, item: string, time: string): Stop['items'][number] {
  const [gallons, price] = [1 + chance.whole(150), 100 + chance.whole(400)]
  const discount = chance.in(0.5) ? chance.whole(Math.floor((gallons * price) / 2)) : 0
  return { item, time, gallons, price, discount }
}

function makeStop({ chance, model, trucks, days }: World): Stop {
  const codes = ['ULSD', ...Object.keys(KIND_OF).filter(() => chance.in(0.25))].slice(
    chance.in(0.2) ? 1 : 0,
  )
  const items = (codes.length ? codes : ['ULSD']).map((code, at) =>
    makeItem(chance, code, `1${at}:00`),
  )
  const unit = chance.in(0.7) ? (model.units.get(chance.oneOf(trucks)) ?? '') : 'X9'
  return {
    card: chance.oneOf(CARDS),
    unit,
    invoice: String(70_000 + ++serial),
    day: toDayText(chance.oneOf(days)),
    items,
    fee: chance.in(0.2) ? 25 + chance.whole(300) : 0,
  }
}

/** The purchases of a stop, as the product should name them: of two equal items the later one is the second. */
export function toRows({ items, fee, ...stop }: Stop, sign: 1 | -1): ModelRow[] {
  const isCredit = sign < 0
  return items.flatMap(({ item, gallons, price, discount }, at): ModelRow[] => {
    const isSecond = items.findIndex((one) => one.item === item) < at
    const figures = { gallons: sign * gallons, price, discount: sign * discount }
    const row = { ...stop, isCredit, ...figures, retail: sign * gallons * price }
    const bought = { ...row, item: isSecond ? `${item} 2` : item, kind: KIND_OF[item] ?? '' }
    if (at > 0 || fee === 0 || isCredit) return [bought]
    const none = { gallons: null, price: null, discount: 0 }
    return [bought, { ...row, ...none, retail: fee, item: 'fee', kind: 'fee' }]
  })
}

export function toCsv({ items, fee, ...stop }: Stop, sign: 1 | -1): EfsRow[] {
  return items.map(({ item, time, gallons, price, discount }, at) => ({
    ...stop,
    item,
    time,
    fees: at === 0 && fee && sign > 0 ? String(toDollars(fee)) : '',
    price: String(toDollars(price)),
    gallons: String(sign * gallons),
    discount: discount ? String(toDollars(sign * discount)) : '',
    amount: String(toDollars(sign * (gallons * price - discount))),
  }))
}

/** New stops, some of those before, some of them with other figures, and reversals of single items. */
export function makeCardFile(world: World): World['book']['sent'][number] {
  const { book, chance } = world
  if (book.sent.length && chance.in(0.15)) return chance.oneOf(book.sent)
  const before = book.stops.filter(() => chance.in(3 / Math.max(book.stops.length, 3)))
  const again = before.map((stop) => (chance.in(0.4) ? correct(world, stop) : stop))
  const added = Array.from({ length: chance.whole(4) }, () => makeStop(world))
  book.stops.push(...added)
  const credits = before
    .filter(() => chance.in(0.3))
    .map((stop) => ({ ...stop, items: [chance.oneOf(stop.items)] }))
    .filter((stop) => isOnly(book.stops, stop))
  const file = { stops: keepFirst([...again, ...added]), credits: keepFirst(credits) }
  book.sent.push(file)
  return file
}

/** A file has a stop once. */
function keepFirst(stops: readonly Stop[]): Stop[] {
  const isSame = (one: Stop, other: Stop) =>
    one.invoice === other.invoice && one.card === other.card && one.day === other.day
  return stops.filter((one, at) => stops.findIndex((other) => isSame(one, other)) === at)
}

/** Which of two equal items a reversal takes back, nobody can tell. */
function isOnly(stops: readonly Stop[], { invoice, items }: Stop): boolean {
  const own = stops.find((one) => one.invoice === invoice)?.items ?? []
  return own.filter(({ item }) => item === items[0]?.item).length === 1
}

/** Another day, or other figures of one item. The card company may send the old ones again. */
function correct({ book, chance, days }: World, stop: Stop): Stop {
  if (chance.in(0.4)) {
    const moved = { ...stop, day: toDayText(chance.oneOf(days)) }
    if (chance.in(0.7)) book.stops[book.stops.indexOf(stop)] = moved
    // Sometimes a second purchase under the same number.
    else if (chance.in(0.5)) book.stops.push(moved)
    return moved
  }
  const at = chance.whole(stop.items.length)
  const items = stop.items.map((one, index) =>
    index === at ? { ...makeItem(chance, one.item, one.time) } : one,
  )
  const corrected = { ...stop, items }
  if (chance.in(0.7)) book.stops[book.stops.indexOf(stop)] = corrected
  return corrected
}
