import { expect, test } from 'vitest'
import { brokerKeys, docketKey, fileDocketKey, officialPage, usdotKey } from './numbers.ts'

test.each([
  ['1234567', 'USDOT 1234567'],
  ['01234567', 'USDOT 1234567'],
  ['USDOT 00123', 'USDOT 123'],
  ['DOT# 3-456', 'USDOT 3456'],
  ['US\u2011DOT\u00A0123', 'USDOT 123'],
  ['U.S. DOT No. 123', 'USDOT 123'],
  ['0', null],
  ['123456789', null],
  ['12a', null],
  ['', null],
])('C229 USDOT number %s is %s', (typed, key) => {
  expect(usdotKey(typed)).toBe(key)
})

test.each([
  ['123456', 'MC 123456'],
  ['MC-0123456', 'MC 123456'],
  ['mc 123456-B', 'MC 123456'],
  ['FF 123456', 'FF 123456'],
  ['MX123', 'MX 123'],
  ['MC\u00A0123456', 'MC 123456'],
  ['MC\u2009123456', 'MC 123456'],
  ['MC\u2011123456', 'MC 123456'],
  ['MC\u2013123456', 'MC 123456'],
  ['MC No. 123456', 'MC 123456'],
  ['MC Number: 123456', 'MC 123456'],
  ['MC/123456', 'MC 123456'],
  ['(MC) \uFF11\uFF12\uFF13', 'MC 123'],
  ['MC', null],
  ['XX123', null],
])('C229 Docket %s is %s: MC and FF numbers use the same digits', (typed, key) => {
  expect(docketKey(typed)).toBe(key)
})

test('C229 A docket in a file without its kind has no key', () => {
  expect([fileDocketKey('123456'), fileDocketKey('No. 123456')]).toEqual([null, null])
  expect(fileDocketKey('MC00123456')).toBe('MC 123456')
})

test('C233 A USDOT or MC number has an official page, an FF number has none', () => {
  const keys = brokerKeys({ mcNumber: 'MC 77', dotNumber: '0012' })
  expect(keys.map(officialPage)).toEqual([
    'https://safer.fmcsa.dot.gov/query.asp?searchtype=ANY&query_type=queryCarrierSnapshot&query_param=USDOT&query_string=12',
    'https://safer.fmcsa.dot.gov/query.asp?searchtype=ANY&query_type=queryCarrierSnapshot&query_param=MC_MX&query_string=77',
  ])
  expect(officialPage('FF 12')).toBeNull()
})
