import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAddressError, listDomains, splitAddresses, toHeaderText } from './addresses.ts'
import { decideOutcome, RETRY_MINUTES } from './outcome.ts'
import { numberSubject, splitByLimit } from './split.ts'

const file = (name: string, bytes: number) => ({ name, bytes })

test('C184 Files over the limit are sent in several emails, complete and in their order', () => {
  const files = [file('a', 6e6), file('b', 4e6), file('c', 1), file('d', 10e6)]
  const split = splitByLimit(files, 10)
  const names = 'mails' in split ? split.mails.map((mail) => mail.map(({ name }) => name)) : []
  expect(names).toEqual([['a', 'b'], ['c'], ['d']])
  expect(numberSubject('Invoice 7', 0, 3)).toBe('Invoice 7 (1 of 3)')
  expect(numberSubject('Invoice 7', 0, 1)).toBe('Invoice 7')
})

test('C184 A file that is too large by itself is named, never left out', () => {
  const split = splitByLimit([file('a', 1), file('b.pdf', 10_000_001)], 10)
  expect(split).toMatchObject({ tooLarge: { name: 'b.pdf' } })
  expect('message' in split && split.message).toMatch(/^b\.pdf is larger than 10 MB/)
})

test('C184 No file is lost or repeated, and no email is over the limit', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 20 })
  fc.assert(
    fc.property(sizes, (all) => {
      const files = all.map((bytes, at) => file(String(at), bytes))
      const split = splitByLimit(files, 3)
      if (!('mails' in split)) return false
      const sums = split.mails.map((mail) => mail.reduce((sum, { bytes }) => sum + bytes, 0))
      expect(split.mails.flat()).toEqual(files)
      return sums.every((sum) => sum <= 3_000_000)
    }),
  )
})

test.each([
  ['a@example.com', null],
  ['a@example.com; b@example.com,', null],
  ['', 'Enter an email address'],
  ['a@example.com\r\nBcc: x@evil.com', 'a@example.com\r\nBcc: x@evil.com is not an email address'],
  ['Pat <a@example>', 'Pat <a@example> is not an email address'],
  ['a@example.com; Pat', 'Pat is not an email address'],
  [
    'b@example.com Pat <a@example.com>',
    'b@example.com Pat <a@example.com> is not an email address',
  ],
  ['a@b', 'a@b is not an email address'],
])('C183 Addresses %j are checked', (text, error) => {
  expect(findAddressError(text, 'required')).toBe(error)
})

test.each([
  ['"Acme, AP" <ap@acme.example>; Bob <bob@acme.example>', ['ap@acme.example', 'bob@acme.example']],
  ['Acme, AP <ap@acme.example>', ['ap@acme.example']],
  [
    'Doe, Jane <jane@acme.example>; Roe, Al <al@acme.example>;',
    ['jane@acme.example', 'al@acme.example'],
  ],
  ['ap@acme.example <ap@acme.example>', ['ap@acme.example']],
  ["'ap@acme.example' <AP@acme.example>", ['AP@acme.example']],
  ['<ap@acme.example>', ['ap@acme.example']],
  ['mailto:ap@acme.example', ['ap@acme.example']],
  ['ap@acme.example (accounts payable)', ['ap@acme.example']],
  ["Sean O'Neil <o'neil+ap@acme.example>", ["o'neil+ap@acme.example"]],
  ['ap@acme.example bob@acme.example', ['ap@acme.example', 'bob@acme.example']],
  ['"ap@old.example" <ap@acme.example>', ['ap@acme.example']],
  ["'ap@old.example' <ap@acme.example>", ['ap@acme.example']],
  ['To: ap@acme.example; Cc: bob@acme.example', ['ap@acme.example', 'bob@acme.example']],
  ['Acme: ap@acme.example, bob@acme.example;', ['ap@acme.example', 'bob@acme.example']],
])('C428 %s is read as an email program copies it', (text, addresses) => {
  expect([findAddressError(text, 'required'), splitAddresses(text)]).toEqual([null, addresses])
})

test.each([
  'ap@x.example CC: bob@y.example',
  'ap@x.example. CC: bob@y.example',
  'ap@x.example CC: xap@x.example',
  'Acme: ap@x.example CC: bob@y.example',
  'ap@x.example (bob@y.example)',
  'Al <ap@x.example> Bob <bob@y.example>',
  'ap@x.example\u2028Bcc: bob@y.example',
  'ap@x.example\u2029Bcc: bob@y.example',
])('C428 No address of %j is left out: the text is rejected', (text) => {
  expect(findAddressError(text, 'required')).toBe(`${text} is not an email address`)
})

test('C428 The domains of several addresses are known, each once', () => {
  const text = 'ap@Acme.example, bob@acme.example, al@roe.example'
  expect([listDomains(text), listDomains(null)]).toEqual([['acme.example', 'roe.example'], []])
})

test('C183 Repeated addresses count once, and a text for a header is one line', () => {
  expect(splitAddresses('a@x.com, A@X.com')).toEqual(['a@x.com'])
  expect(toHeaderText('Invoice\r\nBcc: x@evil.com\u2028\u0000 7')).toBe('Invoice Bcc: x@evil.com 7')
})

test.each([
  [{ code: 250, handedOver: true, attempts: 1 }, { state: 'sent' }],
  [{ code: 250, handedOver: true, attempts: 1, refused: true }, { state: 'partly' }],
  [
    { code: 250, handedOver: true, attempts: 1, refused: true, isTemporary: true },
    { state: 'queued', waitMinutes: 1 },
  ],
  [
    { code: 250, handedOver: true, attempts: 6, refused: true, isTemporary: true },
    { state: 'partly' },
  ],
  [{ code: 550, handedOver: false, attempts: 1, before: true }, { state: 'partly' }],
  [{ code: 550, handedOver: false, attempts: 1 }, { state: 'failed' }],
  [{ code: 552, handedOver: true, attempts: 1 }, { state: 'failed' }],
  [
    { code: 451, handedOver: false, attempts: 1 },
    { state: 'queued', waitMinutes: 1 },
  ],
  [
    { code: 451, handedOver: true, attempts: 2 },
    { state: 'queued', waitMinutes: 5 },
  ],
  [
    { code: undefined, handedOver: false, attempts: 5 },
    { state: 'queued', waitMinutes: 720 },
  ],
  [{ code: undefined, handedOver: false, attempts: RETRY_MINUTES.length + 1 }, { state: 'failed' }],
  [{ code: undefined, handedOver: true, attempts: 1 }, { state: 'unknown' }],
] as const)('C185 C186 C250 After %j an email is %j', (tried, outcome) => {
  expect(decideOutcome(tried)).toEqual(outcome)
})
