import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { views } from '#core/lists/views.ts'
import { companyFields } from '#core/settings/company.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import type { Field } from './field.ts'
import { findHiddenCharacter } from './hidden-characters.ts'
import { notes, text } from './text.ts'

const name = text('Company Name').schema

/** Each hidden character as it was sent: alone, and within a name. */
const REJECTED: [what: string, character: string, code: string][] = [
  ['Hangul filler', '\u3164', 'U+3164 (Hangul filler)'],
  ['Hangul choseong filler', '\u115F', 'U+115F (Hangul filler)'],
  ['halfwidth Hangul filler', '\uFFA0', 'U+FFA0 (Hangul filler)'],
  ['zero width space', '\u200B', 'U+200B (zero width space)'],
  ['right-to-left override', '\u202E', 'U+202E (right-to-left override)'],
  ['left-to-right isolate', '\u2066', 'U+2066 (left-to-right isolate)'],
  ['left-to-right mark', '\u200E', 'U+200E (left-to-right mark)'],
  ['Arabic letter mark', '\u061C', 'U+061C (Arabic letter mark)'],
  ['soft hyphen', '\u00AD', 'U+00AD (soft hyphen)'],
  ['word joiner', '\u2060', 'U+2060 (word joiner)'],
  ['blank Braille pattern', '\u2800', 'U+2800 (blank Braille pattern)'],
  ['combining grapheme joiner', '\u034F', 'U+034F'],
  ['interlinear anchor', '\uFFF9', 'U+FFF9'],
  ['tag letter', '\u{E0041}', 'U+E0041'],
  ['null notehead', '\u{1D159}', 'U+1D159'],
  ['picture selector', '\uFE0F', 'U+FE0F (picture selector)'],
  ['variation selector 17', '\u{E0100}', 'U+E0100'],
  ['noncharacter FFFE', '\uFFFE', 'U+FFFE'],
  ['noncharacter FDD0', '\uFDD0', 'U+FDD0'],
  ['noncharacter 10FFFF', '\u{10FFFF}', 'U+10FFFF'],
]

function messageOf(schema: Field['schema'], sent: string): string | undefined {
  return schema.safeParse(sent).error?.issues[0]?.message
}

test.each(REJECTED)(
  'B11 C34 A name with a %s is rejected, and the message names it',
  (_, character, code) => {
    expect(messageOf(name, character)).toBe(
      `Company name contains a hidden character: ${code} at the beginning. Delete it.`,
    )
    expect(messageOf(name, `T${character}1`)).toBe(
      `Company name contains a hidden character: ${code} after “T”. Delete it.`,
    )
    expect(messageOf(notes('Notes').schema, `Gate 4\n\tAsk ${character}`)).toContain(code)
  },
)

test.each([
  ['a Persian word with a non-joiner', 'می\u200Cخواهم'],
  ['a Hindi word with a joiner', 'क्\u200Dष'],
  ['a Chakma word with a joiner', '\u{11103}\u{11134}\u200D\u{11107}'],
  ['a mechanic', 'Ask 👨🏽\u200D🔧 first'],
  ['a heart on fire', '❤\uFE0F\u200D🔥'],
  ['a keycap', 'Dock 1\uFE0F\u20E3'],
  ['a variant of a Japanese letter', '葛\u{E0100}城'],
  ['Hebrew and English', 'שלום Trucking'],
  ['accents', 'Łukasz Ağrı'],
  ['a no-break space', 'Big\u00A0Rig'],
])('B11 C34 A name with %s is stored as it was typed', (_, typed) => {
  expect(name.parse(typed)).toBe(typed.normalize('NFC'))
})

test('B11 C34 Line breaks and tabs of texts with several lines are kept', () => {
  expect(notes('Notes').schema.parse('a\r\n\tb\u2028c')).toBe('a\r\n\tb\u2028c')
})

test('B11 C34 A joiner that joins no letters is rejected', () => {
  for (const typed of ['T\u200D1', '\u200Da', 'a\u200C', 'a \u200Db', '👨\u200D', 'T\uFE0F'])
    expect(findHiddenCharacter(typed), typed).toMatch(/^U\+(200|FE0F)/)
})

const DECLARED: [string, Record<string, Field>][] = [
  ...everyEntity.map((entity): [string, Record<string, Field>] => [entity.name, entity.fields]),
  ['views', views.fields],
  ['settings', companyFields],
  ['settlements', settlementFields],
]
const TYPED = new Set(['text', 'lines', 'phone', 'email', 'state'])

describe.each(DECLARED)('C34 Every text of %s', (_, fields) => {
  const texts = Object.entries(fields).filter(([, { control }]) => TYPED.has(control))
  test.each(texts)('%s rejects hidden characters', (_name, field) => {
    for (const [, character] of REJECTED)
      for (const sent of [character, `a${character}b`, `${character}@example.com`])
        expect(messageOf(field.schema, sent)).toBeTypeOf('string')
  })
})
