/** The names of brokers, owners and drivers in the accountant's books: short, plain, and none twice (SPEC C223). */
import { cutText, toPlainText } from './plain-text.ts'

/** `key`: "broker 7", "owner 3". Of two equal names, the earlier one stays plain. */
export type BookName = { key: string; name: string }

/** A name that is not printed in full. */
export type CutName = { name: string; printed: string }

export type PrintedNames = { nameOf: (key: string) => string; cut: CutName[] }

/**
 * QuickBooks has one list of names: two brokers of one name, or an owner named like a broker, get their key behind the
 * name. A colon would make a sub-customer.
 */
export function printNames(names: readonly BookName[], most: number): PrintedNames {
  const printed = new Map<string, string>()
  const used = new Set<string>()
  const cut: CutName[] = []
  for (const { key, name } of names) {
    const plain = toPlainText(name).replaceAll(/\s*:\s*/g, ' - ')
    const suffix = used.has(cutText(plain, most).toLowerCase()) ? ` ${key}` : ''
    const short = cutText(plain, most - suffix.length) + suffix
    if (short !== plain + suffix) cut.push({ name, printed: short })
    used.add(short.toLowerCase())
    printed.set(key, short)
  }
  return { nameOf: (key) => printed.get(key) ?? '', cut }
}
