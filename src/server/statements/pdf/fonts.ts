/**
 * The statement's fonts. PDF's own fonts print "Łukasz" as garbage without an error, so Inter is
 * embedded (only the glyphs used). Each file is parsed once for the life of the thread, and each word is
 * shaped once: both cost more than all the rest of a statement.
 */
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const { resolve } = createRequire(import.meta.url)

export const regular = openFont('400Regular/Inter_400Regular.ttf')
export const bold = openFont('600SemiBold/Inter_600SemiBold.ttf')

/** Stands for what the fonts cannot draw: Chinese, Arabic, emoji. */
export const UNKNOWN = '□'
const ASCII = /^[\n\x20-\x7e]*$/

/** The text with what the fonts cannot draw as "□", and tabs as spaces. */
export function drawable(text: string): string {
  if (ASCII.test(text)) return text
  const known = (letter: string) =>
    letter === '\n' || regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  return [...text.replaceAll('\t', '  ').replaceAll('\r', '')]
    .map((letter) => (known(letter) ? letter : UNKNOWN))
    .join('')
}

function openFont(name: string): fontkit.Font {
  const font = fontkit.openSync(resolve(`@expo-google-fonts/inter/${name}`))
  if (!('layout' in font)) throw new Error(`${name} holds several fonts`)
  return shapingOnce(font)
}

const MOST_SHAPED = 20_000
const LONGEST_SHAPED = 40

/** The same font, which remembers what it shaped. pdfkit writes into what it is given: it gets copies. */
function shapingOnce(font: fontkit.Font): fontkit.Font {
  const shaped = new Map<string, fontkit.GlyphRun>()
  const own: fontkit.Font = Object.create(font) as fontkit.Font
  own.getGlyph = (id, codePoints = []) => readAs(font.getGlyph(id), codePoints)
  own.layout = (text, features, ...more) => {
    const key = `${JSON.stringify(features ?? null)} ${text}`
    const run = shaped.get(key) ?? font.layout.call(own, text, features, ...more)
    if (shaped.size >= MOST_SHAPED) shaped.clear()
    if (text.length <= LONGEST_SHAPED) shaped.set(key, run)
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return own
}

/**
 * A glyph that reads as it was written here. fontkit keeps what it was first asked for as, and "ı" is asked
 * for as a part of "i" too: a statement's bytes would depend on those printed before it.
 */
function readAs(glyph: fontkit.Glyph, codePoints: readonly number[]): fontkit.Glyph {
  return Object.create(glyph, { codePoints: { value: codePoints } }) as fontkit.Glyph
}
