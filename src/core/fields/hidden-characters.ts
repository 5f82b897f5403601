/**
 * Characters that a reader cannot see. With them two names look the same, a name looks blank, or the right part of a
 * line is shown on its left (SPEC C34).
 */

/** Format characters, blank letters such as the Hangul filler, and code points that are not characters. */
const HIDDEN =
  /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{2800}\u{1D159}]/gu

/**
 * Hidden characters that belong to a word or picture, by what precedes and follows them. A class of letters beyond U+FFFF
 * before `$` never matches in Node 26, so these are alternatives.
 */
const JOINED: { hidden: RegExp; before: RegExp; after: RegExp }[] = [
  // Persian and Hindi words have joiners between letters.
  { hidden: /[\u200C\u200D]/, before: /(?:\p{L}|\p{M})$/u, after: /^(?:\p{L}|\p{M})/u },
  // 👨‍🔧 is a man, a joiner and a wrench.
  {
    hidden: /\u200D/,
    before: /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u,
    after: /^\p{Extended_Pictographic}/u,
  },
  // ❤️ and 1️⃣ end with a character that selects the colored picture.
  { hidden: /[\uFE0E\uFE0F]/, before: /\p{Extended_Pictographic}$/u, after: /^/ },
  { hidden: /\uFE0F/, before: /[\d#*]$/, after: /^\u20E3/ },
  // The variant of a Chinese or Japanese character.
  { hidden: /[\u{E0100}-\u{E01EF}]/u, before: /\p{Script=Han}$/u, after: /^/ },
]

const NAMES: Record<string, string> = {
  '00AD': 'soft hyphen',
  '061C': 'Arabic letter mark',
  '115F': 'Hangul filler',
  '1160': 'Hangul filler',
  '180E': 'Mongolian vowel separator',
  '200B': 'zero width space',
  '200C': 'zero width non-joiner',
  '200D': 'zero width joiner',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'end of a writing direction',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '2060': 'word joiner',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'isolate',
  '2069': 'end of an isolate',
  '2800': 'blank Braille pattern',
  '3164': 'Hangul filler',
  FE0F: 'picture selector',
  FEFF: 'byte order mark',
  FFA0: 'Hangul filler',
}

/** "U+200B (zero width space) after “T”" for the first hidden character; undefined if there is none. */
export function findHiddenCharacter(text: string): string | undefined {
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    const before = text.slice(0, index)
    const after = text.slice(index + found.length)
    const isJoined = JOINED.some(
      (part) => part.hidden.test(found) && part.before.test(before) && part.after.test(after),
    )
    if (!isJoined) return describe(found, before)
  }
  return undefined
}

const SHOWN_BEFORE = 12

function describe(found: string, before: string): string {
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const name = NAMES[code] ? ` (${NAMES[code]})` : ''
  const shown = [...before].slice(-SHOWN_BEFORE).join('').trim()
  return `U+${code}${name} ${shown ? `after “${shown}”` : 'at the beginning'}`
}
