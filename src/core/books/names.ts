/** The names of brokers, owners and drivers in the accountant's books: short, plain and unique (SPEC C223). */
import { cutText, toPlainName } from './plain-text.ts'

/** `key`: "broker 7", "owner 3". If two names are equal, only the later name gets its key. */
export type BookName = { key: string; name: string }

/** A name that is not printed in full. */
export type CutName = { name: string; printed: string }

export type PrintedNames = { nameOf: (key: string) => string; cut: CutName[] }

/**
 * QuickBooks has one list for all names. If two brokers, or a broker and an owner, have the same name, the later name
 * ends with its key. A colon would make a sub-customer, so it becomes a hyphen.
 */
export function printNames(names: readonly BookName[], maxLength: number): PrintedNames {
  const printed = new Map<string, string>()
  const used = new Set<string>()
  const cut: CutName[] = []
  for (const { key, name } of names) {
    const plain = toPlainName(name)
    const suffix = used.has(cutText(plain, maxLength).toLowerCase()) ? ` ${key}` : ''
    const short = cutText(plain, maxLength - suffix.length) + suffix
    if (short !== plain + suffix) cut.push({ name, printed: short })
    used.add(short.toLowerCase())
    printed.set(key, short)
  }
  return { nameOf: (key) => printed.get(key) ?? '', cut }
}
