import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOfName, findFileDayError } from './file-day.ts'
import { fileMessages, openPicker } from './pick-rows.ts'

const TITLES = 'DOCKET_NUMBER,USDOT_NUMBER,OP_AUTH_TYPE,OP_AUTH_STATUS,LEGAL_NAME,BUS_CITY'
const KEYS = new Set(['USDOT 123', 'MC 77'])
const OWN = 'MC000077,00000123,BROKER,ACTIVE,"Summit, ""the"" Broker",Reno'
const PICKED = {
  DOCKET_NUMBER: 'MC000077',
  USDOT_NUMBER: '00000123',
  OP_AUTH_TYPE: 'BROKER',
  OP_AUTH_STATUS: 'ACTIVE',
  LEGAL_NAME: 'Summit, "the" Broker',
}

/** `size`: characters of a piece. */
function pick(text: string, size = text.length) {
  const picker = openPicker(KEYS)
  for (let at = 0; at < text.length; at += size) picker.push(text.slice(at, at + size))
  return picker.end()
}

test.each([1, 2, 3, 7, 64, 10_000])(
  'C229 Only rows of the account’s brokers are picked, from pieces of %i characters',
  (size) => {
    const other = 'MC88,9,BROKER,ACTIVE,"Line\nbreak",Elko'
    const ff = 'FF77,8,FREIGHT FORWARDER,ACTIVE,Same Digits,Elko'
    for (const end of ['\n', '\r\n']) {
      const text = [TITLES, other, OWN, ff, ''].join(end)
      expect(pick(text, size)).toMatchObject({ kind: 'authority', rows: [PICKED], rowCount: 3 })
      expect(pick(text.slice(0, -end.length), size).rowCount).toBe(3)
    }
  },
)

test('C229 A file is recognized by its titles in any order, also written as words', () => {
  const kindOf = (titles: string) => pick(`${titles}\n${titles.replaceAll(/[^,]+/g, '1')}\n`).kind
  expect(kindOf('Legal Name,USDOT Number,Docket Number,Op Auth Status,Op Auth Type')).toBe(
    'authority',
  )
  expect(kindOf('USDOT_NUMBER,INS_FORM_CODE,POLICY_NO,EFFECTIVE_DATE')).toBe('insurance')
  expect(kindOf('X,DOT_NUMBER,LEGAL_NAME,STATUS_CODE,DOCKET1PREFIX,DOCKET1')).toBe('census')
})

test('C229 A docket of the census is in two columns', () => {
  const titles = 'DOT_NUMBER,LEGAL_NAME,STATUS_CODE,DOCKET1PREFIX,DOCKET1,DOCKET2PREFIX,DOCKET2'
  const rows = ['5,A,A,FF,77,,', '6,B,A,,,MC,077', '7,C,A,,77,,']
  expect(pick([titles, ...rows, ''].join('\n')).rows.map((row) => row.DOT_NUMBER)).toEqual(['6'])
})

test.each([
  ['a ZIP file', 'PK\u0003\u0004…', fileMessages.packed],
  ['a gzip file', '\u001F\uFFFD\b', fileMessages.packed],
  ['UTF-16', 'D\0O\0T\0', fileMessages.notText],
  ['another file', 'Load #,Revenue\n1,2\n', fileMessages.unknown],
  ['a file without heading', `${OWN}\n`, fileMessages.unknown],
  ['an empty file', '', fileMessages.empty],
  ['only blank lines', '\n\r\n\n', fileMessages.empty],
  ['only a heading', `${TITLES}\n`, fileMessages.noRows],
  ['a row that is short', `${TITLES}\n${OWN}\nMC1,2\n`, 'Row 3 has 2 columns, expected 6'],
  ['a row that is long', `${TITLES}\n${OWN},x\n`, 'Row 2 has 7 columns, expected 6'],
  ['an open quote', `${TITLES}\n"MC1,2\n${OWN}\n`, 'Row 2 has text after a closing quotation mark'],
  [
    'a quote at the end',
    `${TITLES}\n${OWN}\n"MC`,
    'Row 3 has a quotation mark that is never closed',
  ],
  [
    'a quote in a cell',
    `${TITLES}\nMC1,2,5" PIPE,,,\n`,
    'Row 2 has a quotation mark inside a cell',
  ],
  ['a huge row', `${TITLES}\n${'x'.repeat(100_001)}`, 'Row 2 is too long'],
  [
    'a huge cell',
    `${TITLES}\n"${'\n'.repeat(100_001)}`,
    'Row 2 has a quotation mark that is never closed',
  ],
  ['a row of commas', ','.repeat(500), 'Row 1 has more than 400 columns'],
])('C229 The whole file is rejected: %s', (_, text, message) => {
  expect(() => pick(text)).toThrow(message)
  expect(() => pick(text, 1)).toThrow(message)
})

test('C229 Hidden characters are not kept, and a cell has a maximum length', () => {
  const row = `MC77,123,BROKER,ACTIVE,"Sum\u200Bmit\u202E \n${'x'.repeat(900)}",Reno`
  const [kept] = pick(`${TITLES}\n${row}\n`).rows
  expect(kept?.LEGAL_NAME).toMatch(/^Sum mit x+$/)
  expect(kept?.LEGAL_NAME).toHaveLength(200)
})

test('C229 Every cell is read correctly, however the file is split', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é'),
    maxLength: 8,
  })
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 40 }),
      (names, size) => {
        const lines = names.map(
          (name) => `MC77,123,BROKER,ACTIVE,"${name.replaceAll('"', '""')}",\r\n`,
        )
        const { rows } = pick([`${TITLES}\r\n`, ...lines].join(''), size)
        const clean = names.map((name) => name.replaceAll(/[\s]+/g, ' ').trim() || undefined)
        expect(rows.map(({ LEGAL_NAME: name }) => name)).toEqual(clean)
      },
    ),
  )
})

test('C229 The day of a file is read from its name', () => {
  expect(
    [
      'Motus_Carrier_20261120.csv',
      'c 2026-11-20.csv',
      'c-11-20-2026 (1).csv',
      'c.csv',
      '20261399.csv',
    ].map(dayOfName),
  ).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', null, null])
  const errors = ['2026-11-21', '2026-11-22', '2019-12-31'].map((day) =>
    findFileDayError(day, '2026-11-20'),
  )
  expect(errors).toEqual([
    null,
    'File day must not be in the future',
    'File day must be in 2020 or later',
  ])
})
