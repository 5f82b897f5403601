import { expect, test } from 'vitest'
import { english } from './english.ts'
import { spanish } from './spanish.ts'

/** The same in both languages. */
const SHARED = new Set(['ACH', 'PDF'])

type Text = string | ((value: never) => string) | { [name: string]: Text }

function listTexts(text: Text): string[] {
  if (typeof text === 'string') return [text]
  if (typeof text === 'function') return [text('7' as never)]
  return Object.values(text).flatMap(listTexts)
}

test('C81 Every text of the portal is translated', () => {
  const [inEnglish, inSpanish] = [listTexts(english), listTexts(spanish)]
  expect(inSpanish).toHaveLength(inEnglish.length)
  const same = inSpanish.filter((text, index) => text === inEnglish[index])
  expect(same.filter((text) => !SHARED.has(text))).toEqual([])
  expect(inSpanish.filter((text) => text.trim() === '')).toEqual([])
})
