/**
 * Which characters statements, invoices and other papers can print (SPEC C463): Latin, Greek, Cyrillic and Vietnamese letters. The papers
 * are printed in Inter, which has no others; `fonts.test.ts` compares the two.
 */
const PRINTABLE =
  /[\s\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u0386-\u03cf\u0400-\u0479\u0480-\u049d\u04a0-\u04ff\u1e00-\u1e9b\u1e9d-\u1eff\u2010-\u2027\u2030-\u2055\u2070-\u209c\u20ac\u2116\u2122\u2150-\u215e\u2190-\u2193\u2212]/u

/** The different characters of the text that would print as □, in their order. Marks belong to the letter before them. */
export function findUnprintable(text: string): string[] {
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(
    text.normalize('NFC'),
  )
  const found = [...letters].map(({ segment }) => segment)
  return [...new Set(found.filter((letter) => [...letter].some((one) => !PRINTABLE.test(one))))]
}

const MOST_SHOWN = 5

/** What a form says below the field. Undefined if everything can be printed. */
export function describeUnprintable(text: string): string | undefined {
  const found = findUnprintable(text)
  if (!found.length) return undefined
  const more = found.length > MOST_SHOWN ? ' …' : ''
  return `Statements and invoices print □ for ${found.slice(0, MOST_SHOWN).join(' ')}${more}. Use Latin letters.`
}
