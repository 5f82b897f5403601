import { describe, expect, test } from 'vitest'
import type { NamedPerson } from './comments.ts'
import {
  findMentioned,
  findQuery,
  insertMention,
  matchPeople,
  splitMentions,
} from './mention-text.ts'

const people: NamedPerson[] = ['Ann', 'Ann Lee', 'Bob van Dyke', 'eve@example.com'].map(
  (name, index) => ({ personId: `p${index}`, name }),
)
const names = people.map(({ name }) => name)

describe('C85 A text mentions by name', () => {
  test.each([
    ['@Ann Lee, call the broker', ['Ann Lee']],
    ['ask @ann or @BOB VAN DYKE.', ['Ann', 'Bob van Dyke']],
    ['(@Ann)', ['Ann']],
    ['@Annabel and @Ann2 are other people', []],
    ['write to billing@Ann', []],
    ['@eve@example.com has it', ['eve@example.com']],
    ['@Ann@Bob van Dyke', ['Ann']],
    ['@Ann Lee\n@Ann', ['Ann', 'Ann Lee']],
    ['no one', []],
  ])('%s', (text, expected) => {
    expect(findMentioned(text, people).map(({ name }) => name)).toEqual(expected)
  })
})

test('C85 The pieces make up the whole text, with its mentions marked', () => {
  expect(splitMentions('Hi @ann lee: see @Bob van Dyke', names)).toEqual([
    { text: 'Hi ', name: null },
    { text: '@ann lee', name: 'Ann Lee' },
    { text: ': see ', name: null },
    { text: '@Bob van Dyke', name: 'Bob van Dyke' },
  ])
  expect(splitMentions('', names)).toEqual([])
})

describe('C85 A mention is typed from an "@" to the caret', () => {
  test.each([
    ['@', { from: 0, typed: '' }],
    ['Ask @bo', { from: 4, typed: 'bo' }],
    ['Ask @bob van', { from: 4, typed: 'bob van' }],
    ['mail@bo', null],
    ['Ask @ bo', null],
    ['Ask @bob  van', null],
    ['Ask @bob\nvan', null],
    [`@${'x'.repeat(41)}`, null],
    ['Ask', null],
  ])('%s', (text, expected) => {
    expect(findQuery(text, text.length)).toEqual(expected)
  })

  test('C85 What follows the caret does not count', () => {
    expect(findQuery('Ask @bob and call', 7)).toEqual({ from: 4, typed: 'bo' })
  })
})

test.each([
  ['', ['Ann', 'Ann Lee', 'Bob van Dyke', 'eve@example.com']],
  ['AN', ['Ann', 'Ann Lee']],
  ['dy', ['Bob van Dyke']],
  ['van d', ['Bob van Dyke']],
  ['x', []],
])(
  'C85 "%s" finds the members with a word in their name that begins with it',
  (typed, expected) => {
    expect(matchPeople(people, typed).map(({ name }) => name)).toEqual(expected)
  },
)

test.each([
  ['@a', 2, '@Ann ', 5],
  ['Ask @a and wait', 6, 'Ask @Ann and wait', 9],
  ['(@a)', 3, '(@Ann )', 6],
])('C85 The chosen name replaces what was typed: %s', (text, caret, expected, next) => {
  const query = findQuery(text, caret)
  expect(query && insertMention(text, query, 'Ann')).toEqual({ text: expected, caret: next })
})
