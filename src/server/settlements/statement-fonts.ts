/**
 * The statement's fonts. PDF's own fonts print "Łukasz" as garbage without an error, so Inter is
 * embedded (only the glyphs used). Each file is parsed once for the life of the process: parsing
 * for every document would cost more than all the rest of it.
 */
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const { resolve } = createRequire(import.meta.url)

export const regular = openFont('400Regular/Inter_400Regular.ttf')
export const bold = openFont('600SemiBold/Inter_600SemiBold.ttf')

const UNKNOWN = '□'

/** The text with what the fonts cannot draw (Chinese, emoji) as "□", and tabs as spaces. */
export function drawable(text: string): string {
  const known = (letter: string) =>
    letter === '\n' || regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  return [...text.replaceAll('\t', '  ').replaceAll('\r', '')]
    .map((letter) => (known(letter) ? letter : UNKNOWN))
    .join('')
}

function openFont(name: string): fontkit.Font {
  const font = fontkit.openSync(resolve(`@expo-google-fonts/inter/${name}`))
  if (!('layout' in font)) throw new Error(`${name} holds several fonts`)
  return font
}
