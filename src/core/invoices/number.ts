/** The number of an invoice: from the sequence without gaps, or the load's number (SPEC C166). */
import { LONGEST_NUMBER, type Numbering } from './settings.ts'

type NumberSources = {
  numbering: Numbering
  prefix: string | null
  /** The next number of the account's sequence. */
  sequence: number
  /** The number of the invoice's first load. */
  loadNumber: string | null
}

/** The number that the invoice gets if no other invoice has it. At most 21 characters. */
export function proposeNumber({ numbering, prefix, sequence, loadNumber }: NumberSources): string {
  const ofLoad = numbering === 'load-number' ? loadNumber?.trim() : undefined
  return (ofLoad || `${prefix ?? ''}${sequence}`).slice(0, LONGEST_NUMBER)
}

/** "1042", or "1042-2" if 1042 is used. `used`: in lower case. */
export function makeUnique(number: string, used: ReadonlySet<string>): string {
  const isUsed = (text: string) => used.has(text.toLowerCase())
  if (!isUsed(number)) return number
  for (let count = 2; ; count++) {
    const ending = `-${count}`
    const next = number.slice(0, LONGEST_NUMBER - ending.length) + ending
    if (!isUsed(next)) return next
  }
}
