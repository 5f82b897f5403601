/** Compares the names of companies by their words, and ignores words that many names have. */

const COMMON = new Set([
  ...['inc', 'llc', 'ltd', 'corp', 'corporation', 'company', 'the', 'and', 'dba', 'incorporated'],
  ...['freight', 'logistics', 'logistic', 'transport', 'transportation', 'trucking', 'carrier'],
  ...['broker', 'brokers', 'brokerage', 'services', 'service', 'solutions', 'group', 'global'],
  ...['carriers', 'express', 'lines', 'shipping', 'systems', 'worldwide', 'international', 'usa'],
])

/** The distinctive words of a name, of at least three letters or digits: "Summit Freight, Inc." has "summit". */
export function toWords(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []
  return words.filter((word) => !COMMON.has(word))
}

/** Letters and digits in lower case. */
export function findLettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}

/** Whether two names share a distinctive word, or are the same without blanks. True if a name has no distinctive word. */
export function sharesWord(one: string, other: string): boolean {
  if (findLettersOf(one) === findLettersOf(other)) return true
  const words = toWords(one)
  const others = toWords(other)
  if (!words.length || !others.length) return true
  return words.some((word) =>
    others.some((known) => known.startsWith(word) || word.startsWith(known)),
  )
}
