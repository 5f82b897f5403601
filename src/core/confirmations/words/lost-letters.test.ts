import { expect, test } from 'vitest'
import { hasLostLetters, readActualTexts, restoreLetters, type PdfItem } from './lost-letters.ts'
import { toPage } from './pdf-words.ts'

const VIEW = { width: 612, height: 792, transform: [1, 0, 0, 1, 0, 0] }
const HYPHEN = '\uE088'
const MARK: PdfItem = { type: 'beginMarkedContentProps' }
const END: PdfItem = { type: 'endMarkedContent' }

/** Pieces of 10 points, one directly beside the other. */
function print(...pieces: (string | PdfItem)[]): PdfItem[] {
  let x = 20
  return pieces.map((piece) => {
    if (typeof piece !== 'string') return piece
    x += 10
    return { str: piece, width: 10, transform: [9, 0, 0, 9, x - 10, 50] }
  })
}

const listWords = (items: readonly PdfItem[], texts: readonly (string | null)[]) =>
  toPage(restoreLetters(items, texts), VIEW).words.map(({ text }) => text)

test('C592 A letter that the PDF names beside its glyph is in its word', () => {
  const number = print('No: 118', MARK, HYPHEN, END, '2205', MARK, HYPHEN, END, 'B', ' ', 'next')
  expect(hasLostLetters(number)).toBe(true)
  expect(listWords(number, ['-', '-'])).toEqual(['No:', '118-2205-B', 'next'])
  expect(listWords(print('Paci', MARK, '\uE010', END, 'c'), ['fi'])).toEqual(['Pacific'])
})

test('C592 A word with a letter that nothing names has no value', () => {
  const number = print('118', MARK, HYPHEN, END, '2205')
  const hidden = ['\uFFFD'.repeat(8)]
  for (const texts of [[], [null], ['-', '-'], ['a whole sentence']])
    expect(listWords(number, texts)).toEqual(hidden)
  expect(listWords(print('$1\uE088400'), [])).toEqual(['\uFFFD'.repeat(6)])
  expect(listWords(print('\uE088$150.00'), [])).toEqual(['\uFFFD'.repeat(8)])
})

test('C592 A bullet of private use hides nothing', () => {
  expect(listWords(print('\uF0B7 Pickup', ' ', '\uF0B7Call'), [])).toEqual([
    '\uF0B7',
    'Pickup',
    '\uF0B7Call',
  ])
  expect(hasLostLetters(print('Pickup', MARK, '-', END))).toBe(false)
})

test('C592 The texts of marked contents are read in their order', () => {
  const instructions = String.raw`/Span<</ActualText (\() >> BDC <05A4> Tj EMC
/P <</MCID 0 >>BDC (x) Tj /Span <</ActualText <FEFF00660069>>> BDC EMC EMC /OC /Layer1 BDC
/Span<</ActualText(\055)>>BDC`
  expect(readActualTexts(instructions)).toEqual(['(', null, 'fi', null, '-'])
})

test.each(['fi', '\uFB01'])(
  'C592 "%s" as a piece of its own is part of the word around it',
  (letters) => {
    const piece = (str: string, x: number, width: number) => ({
      str,
      transform: [10, 0, 0, 10, x, 50],
      width,
    })
    const items = [piece('Con', 36, 18), piece(letters, 54, 6), piece('rmation', 60, 38)]
    expect(restoreLetters(items, []).map(({ str }) => str)).toEqual(['Confirmation'])
  },
)
