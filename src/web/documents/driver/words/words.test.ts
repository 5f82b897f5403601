import { expect, test } from 'vitest'
import { driverEnglish } from './english.ts'
import { driverSpanish } from './spanish.ts'

type Text = string | ((value: never, other: never) => string) | { [name: string]: Text }

function listTexts(text: Text): string[] {
  if (typeof text === 'string') return [text]
  if (typeof text === 'function') return [text('7' as never, '8' as never)]
  return Object.values(text).flatMap(listTexts)
}

test('C136 Every text of a driver’s upload is translated', () => {
  const [inEnglish, inSpanish] = [listTexts(driverEnglish), listTexts(driverSpanish)]
  expect(inSpanish).toHaveLength(inEnglish.length)
  expect(inSpanish.filter((text, at) => text === inEnglish[at] || text.trim() === '')).toEqual([])
})
