/** Extra pay of a settlement for a load that has charges (SPEC C105). */
import type { ExtraPayType } from '#core/settlements/extra-pay.ts'

type PayLine = { extraPay: ExtraPayType; reference: string | null; description: string | null }

type PaidLoad = {
  number: string
  /** The numbers that a line can use for the load. */
  names: string[]
  isCharged: boolean
  /** The kinds of the charges that pay the owner. */
  kinds: string[]
}

/** A shorter number can be in a text by chance: "2 h at the dock". */
const MIN_NAME_LENGTH = 3

/**
 * The numbers of the loads that may be paid twice. A line pays the loads that its reference or description names; if it names none,
 * the loads with a charge of its type.
 */
export function findPaidTwice(lines: PayLine[], loads: PaidLoad[]): string[] {
  const found = lines.flatMap((line) => {
    const named = loads.filter(({ names }) => names.some((name) => isNamed(line, name)))
    if (named.length) return named.filter(({ isCharged }) => isCharged)
    return loads.filter(({ kinds }) => line.extraPay !== 'other' && kinds.includes(line.extraPay))
  })
  const numbers = new Set(found.map(({ number }) => number))
  return loads.map(({ number }) => number).filter((number) => numbers.has(number))
}

function isNamed({ reference, description }: PayLine, name: string): boolean {
  const words = toWords(name)
  if (words === toWords(reference ?? '')) return true
  if (words.replaceAll(' ', '').length < MIN_NAME_LENGTH) return false
  return [reference, description].some((text) => ` ${toWords(text ?? '')} `.includes(` ${words} `))
}

/** "Load #L-1042" → "load l 1042". */
function toWords(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
}
