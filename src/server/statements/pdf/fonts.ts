/**
 * The statement's fonts. PDF's built-in fonts print "Łukasz" as garbage without an error, so Inter is
 * embedded (only the glyphs used). Each file is parsed once per thread and each word is shaped once, because
 * parsing and shaping take longer than the rest of a statement.
 */
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const { resolve } = createRequire(import.meta.url)

export const regular = openFont('400Regular/Inter_400Regular.ttf')
export const bold = openFont('600SemiBold/Inter_600SemiBold.ttf')

/** Replaces the characters that the fonts cannot draw: Chinese, Arabic, emoji. */
export const UNKNOWN = '□'
const ASCII = /^[\n\x20-\x7e]*$/

/** Replaces characters that the fonts cannot draw with "□", and tabs with spaces. */
export function toDrawable(text: string): string {
  if (ASCII.test(text)) return text
  const hasGlyph = (character: string) =>
    character === '\n' || regular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  return [...text.replaceAll('\t', '  ').replaceAll('\r', '')]
    .map((character) => (hasGlyph(character) ? character : UNKNOWN))
    .join('')
}

function openFont(name: string): fontkit.Font {
  const font = fontkit.openSync(resolve(`@expo-google-fonts/inter/${name}`))
  if (!('layout' in font)) throw new Error(`${name} contains several fonts`)
  return cacheShaping(font)
}

const MAX_CACHED_RUNS = 20_000
const LONGEST_CACHED_TEXT = 40

/** The same font with a cache of shaped texts. pdfkit changes the positions it receives, so it gets copies. */
function cacheShaping(font: fontkit.Font): fontkit.Font {
  const shaped = new Map<string, fontkit.GlyphRun>()
  const cached: fontkit.Font = Object.create(font) as fontkit.Font
  cached.getGlyph = (id, codePoints = []) => withCodePoints(font.getGlyph(id), codePoints)
  cached.layout = (text, features, ...more) => {
    const key = `${JSON.stringify(features ?? null)} ${text}`
    const run = shaped.get(key) ?? font.layout.call(cached, text, features, ...more)
    if (shaped.size >= MAX_CACHED_RUNS) shaped.clear()
    if (text.length <= LONGEST_CACHED_TEXT) shaped.set(key, run)
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return cached
}

/**
 * The glyph with the code points of this text. fontkit keeps those of the first text that used the glyph, and
 * "i" uses the glyph of "ı": a statement's bytes would depend on the statements printed before it.
 */
function withCodePoints(glyph: fontkit.Glyph, codePoints: readonly number[]): fontkit.Glyph {
  return Object.create(glyph, { codePoints: { value: codePoints } }) as fontkit.Glyph
}
