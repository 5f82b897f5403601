/** Workbooks (.xlsx) as Excel, Google Sheets and other programs write them (SPEC C438). */
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import type { ImportCheck, Sheets } from '#core/transfer/import.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { makeWorkbook, type TestCell } from '#server/testing/workbook.ts'
import { readNumbersOf } from './cell-text.ts'
import { readWorkbook } from './read-workbook.ts'

const { app } = await testApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

async function post<Answer>(path: string, file: Buffer) {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: path,
    headers: { cookie: me.cookie, 'content-type': WORKBOOK_TYPE },
    payload: file,
  })
  return { status: statusCode, body: JSON.parse(body) as Answer & { message: string } }
}

type Repeated = { sheets: number; rows?: number; cells?: number; length: number; text?: string }

/** Sheets whose cells all name one shared text. */
function repeatText({ sheets, rows = 1, cells = 1, length, text = 'x' }: Repeated) {
  const again = { xml: '<c t="s"><v>0</v></c>' }
  const repeated = Array.from({ length: rows }, () => Array.from({ length: cells }, () => again))
  const names = Array.from({ length: sheets }, (_, at) => `Sheet ${at}`)
  return Object.fromEntries(
    names.map((name, at) => [name, at ? repeated : [[text.repeat(length)], ...repeated]]),
  )
}

const read = async (rows: readonly (readonly TestCell[])[], formats: string[] = []) =>
  (await readWorkbook(await makeWorkbook({ sheets: { One: rows }, formats })))[0]?.csv

test.each<[string, string, string]>([
  ['m/d/yyyy', '46346', '2026-11-20'],
  ['[$-409]d\\-mmm\\-yy;@', '46346', '2026-11-20'],
  ['m/d/yy h:mm AM/PM', '46346.333333333336', '2026-11-20 08:00'],
  ['mmmm d, yyyy', '46346.999999999', '2026-11-21'],
  ['h:mm', '0.33333333333333331', '08:00'],
  ['[h]:mm', '1.5', '1.5'],
  ['General', '2150', '2150'],
  ['General', '0.30000000000000004', '0.3'],
  ['General', '100000', '100000'],
  ['General', '1E+20', '100000000000000000000'],
  ['General', '2.5E-3', '0.0025'],
  ['General', '-0', '0'],
  ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', '-150', '-150'],
  ['"$"#,##0.00', '2150.0000000001', '2150.00'],
  ['#,##0.00', '1234.565', '1234.57'],
  ['#,##0.00_);[Red](#,##0.00)', '-1234.565', '-1234.57'],
  ['#,##0', '1234.5', '1234.5'],
  ['0', '1234.5', '1234.5'],
  ['000', '7', '007'],
  ['000', '1234', '1234'],
  ['00000', '2118', '02118'],
  ['00000\\-0000', '21181234', '02118-1234'],
  ['"T-"000', '7', 'T-007'],
  ['0%', '0.035', '3.5%'],
  ['0.00%', '0.07', '7%'],
  ['@', '42', '42'],
])('C438 In the format %j, %s is the text %j', (format, stored, text) => {
  expect(readNumbersOf(164, format, false)(stored)).toBe(text)
})

// Without a limit it takes hours.
test('C438 A format of 10 MB is read', () => {
  expect(readNumbersOf(164, '['.repeat(10_000_000), false)('2150')).toBe('2150')
})

test('C438 The built-in formats of days and percent need no text', () => {
  const [day, time, percent] = [14, 20, 10].map((id) => readNumbersOf(id, undefined, false))
  expect([day?.('46346'), time?.('0.5'), percent?.('0.5')]).toEqual(['2026-11-20', '12:00', '50%'])
  expect(readNumbersOf(14, undefined, true)('44884')).toBe('2026-11-20')
})

test('C438 Texts, formulas, truth values and errors are read as they are shown', async () => {
  const csv = await read(
    [
      [],
      ['Load #', null, 'Notes'],
      [
        [7, 1],
        { xml: '<c t="b"><v>1</v></c>' },
        {
          xml: '<c t="inlineStr"><is><r><t>call </t></r><r><t xml:space="preserve">ahead</t></r><rPh><t>no</t></rPh></is></c>',
        },
        { xml: '<c t="str"><f>A1&amp;"x"</f><v>made_x000A_up</v></c>' },
        { xml: '<c t="e"><v>#REF!</v></c>' },
        { xml: '<c s="9"><v></v></c>' },
      ],
      ['a, "b"', '<&>'],
    ],
    ['000'],
  )
  expect(csv).toBe(
    'sep=,\r\n\r\nLoad #,,Notes\r\n007,TRUE,call ahead,"made\nup",#REF!\r\n"a, ""b""",<&>\r\n',
  )
})

test('C438 Blank, hidden and chart sheets are left out; a sheet can be named', async () => {
  const file = await makeWorkbook({
    sheets: { Cover: [[]], Loads: [['a']], Old: [['b']], 'Q&A': [['c']] },
    hidden: ['Old'],
  })
  expect((await readWorkbook(file)).map(({ name }) => name)).toEqual(['Loads', 'Q&A'])
  expect(await readWorkbook(file, 'Old')).toEqual([{ name: 'Old', csv: 'sep=,\r\nb\r\n' }])
})

describe('An import', () => {
  const HEAD = ['Load #', 'PU Date', 'Origin', 'ST', 'Rate', 'Unit']
  test('C438 reads a workbook like a CSV file, with its rows’ own numbers', async () => {
    const rows: TestCell[][] = [
      ['Rook Freight; loads, November'],
      [],
      HEAD.map((title) => (title === 'ST' ? 'To State' : title)),
      [[1001, 0], [46346, 1], 'Boston, MA 2118', 'OH', [2150.5, 2], ''],
      ['1002', '20-Nov-26', 'Toronto, ON M5V 2T6', 'OH', '($5.00)', ''],
      ['', '', '', '', [2145.5, 2], ''],
    ]
    const file = await makeWorkbook({ sheets: { Loads: rows }, formats: ['d-mmm-yy', '#,##0.00'] })
    const { body } = await post<ImportCheck>('/api/loads/import/check', file)
    expect(body.errors).toEqual([
      { line: 5, column: 'Rate', message: 'Revenue must be from 0 to 99,999,999.99' },
    ])
    expect(body.leftOut).toEqual([{ line: 6, text: '2145.5' }])
    expect(body.preview[0]).toMatchObject({
      line: 4,
      read: { pickupDate: '2026-11-20', revenue: '2150.50' },
    })

    const good = await makeWorkbook({
      sheets: { Loads: rows.slice(0, 4) },
      formats: ['d-mmm-yy', '#,##0.00'],
    })
    expect(await post('/api/loads/import', good)).toEqual({ status: 201, body: { imported: 1 } })
    const [load] = (await me.get<Body[]>('/api/loads')).body
    expect(load).toMatchObject({ loadId: '1001', pickupZip: '02118', revenue: '2150.50' })
  })

  test('C430 C438 reads a number as it is stored, with decimal commas in the texts too', async () => {
    const rows: TestCell[][] = [
      ['Load #', 'Pickup Date', 'Pickup State', 'Delivery State', 'Rate', 'Miles'],
      ['1', '2026-11-20', 'TX', 'OH', '1.234,50', [2.125, 0]],
      ['2', '2026-11-20', 'TX', 'OH', [2150.5, 0], [1000, 0]],
      ['3', '2026-11-20', 'TX', 'OH', [2.125, 0], ''],
    ]
    const file = await makeWorkbook({ sheets: { Loads: rows } })
    const check = await post<ImportCheck>('/api/loads/import/check?decimals=comma', file)
    expect(check.body.preview.map(({ read }) => read?.revenue)).toEqual([
      '1234.50',
      '2150.50',
      undefined,
    ])
    expect(check.body.errors.map(({ line, column }) => [line, column])).toEqual([
      [2, 'Miles'],
      [4, 'Rate'],
    ])
    expect(check.body.decimalCommas).toBe(1)
  })

  test.each(['exceljs', 'libreoffice', 'write-excel-file'])(
    'C438 reads the loads of a workbook that %s wrote',
    async (program) => {
      const file = await readFile(new URL(`fixtures/${program}.xlsx`, import.meta.url))
      const { body } = await post('/api/loads/import?create=trucks', file)
      expect(body).toEqual({ imported: 2, created: { trucks: 1 } })
      const loads = (await me.get<Body[]>('/api/loads?sort=id')).body
      expect(loads).toMatchObject([
        { loadId: '1001', pickupDate: '2026-11-02', revenue: '2150.50', pickupZip: '02118' },
        { loadId: 'A-1002', pickupDate: '2026-11-20', revenue: '1000.30', pickupZip: '00901' },
      ])
      expect(loads.map(({ deliveryCity, deliveryZip }) => [deliveryCity, deliveryZip])).toEqual([
        ['Reno', '89501'],
        ['Toronto', 'M5V 2T6'],
      ])
    },
  )

  test('C438 The sheets of a workbook are returned for the browser', async () => {
    const file = await makeWorkbook({ sheets: { A: [['x']], B: [['y']] } })
    const { body } = await post<Sheets>('/api/imports/sheets', file)
    expect(body.sheets).toEqual([
      { name: 'A', csv: 'sep=,\r\nx\r\n' },
      { name: 'B', csv: 'sep=,\r\ny\r\n' },
    ])
    const check = await post<ImportCheck>('/api/dispatchers/import/check?sheet=B', file)
    expect(check.body.message).toBe('The file has no rows below the heading')
  })

  const olePart = (name: string) =>
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.alloc(600),
      Buffer.from(name, 'utf16le'),
    ])
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['a password', () => olePart('EncryptedPackage'), /has a password/],
    ['an old format', () => olePart('Workbook'), /old Excel \(\.xls\)/],
    ['no end', () => Buffer.from('PK\u0003\u0004rest of it'), /is damaged/],
    ['no sheet of the name', () => makeWorkbook({ sheets: { A: [[]] } }), /has no rows/],
    [
      'wrong XML',
      () =>
        makeWorkbook({ sheets: { A: [] }, parts: { 'xl/worksheets/sheet1.xml': '<a><b></a>' } }),
      /is damaged/,
    ],
    [
      'entities that grow',
      () =>
        makeWorkbook({
          sheets: { A: [] },
          parts: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
        }),
      /is damaged/,
    ],
    [
      'binary sheets',
      () => makeWorkbook({ sheets: { A: [['x']] }, parts: { 'xl/workbook.bin': 'x' } }),
      /binary workbook/,
    ],
    [
      'the content of another program',
      () => makeWorkbook({ sheets: {}, parts: { 'content.xml': 'x' } }),
      /not an Excel workbook/,
    ],
    [
      'a part of 300 MB',
      () =>
        makeWorkbook({
          sheets: { A: [] },
          parts: { 'xl/worksheets/sheet1.xml': `<a>${' '.repeat(300 * 1024 * 1024)}</a>` },
        }),
      /too large/,
    ],
    [
      'a text of 40 MB',
      () =>
        makeWorkbook({
          sheets: { A: Array.from({ length: 5 }, () => ['x'.repeat(8 * 1024 * 1024)]) },
        }),
      /too large/,
    ],
    [
      'a text that the cells of six sheets repeat',
      () => makeWorkbook({ sheets: repeatText({ sheets: 6, rows: 10, length: 1_000_000 }) }),
      /too large/,
    ],
    [
      'characters that are longer in the answer',
      () =>
        makeWorkbook({
          sheets: repeatText({ sheets: 1, rows: 12, length: 500_000, text: '_x0001_' }),
        }),
      /too large/,
    ],
    [
      'a text of 4 MB in 200 cells of a row',
      () => makeWorkbook({ sheets: repeatText({ sheets: 1, cells: 200, length: 4_000_000 }) }),
      /too large/,
    ],
    [
      'an XML of 12 million nested tags',
      () =>
        makeWorkbook({
          sheets: { A: [] },
          parts: { 'xl/worksheets/sheet1.xml': '<a>'.repeat(12_000_000) },
        }),
      /is damaged/,
    ],
  ])('C438 A workbook with %s gets its message', async (_, make, words) => {
    const file = await make()
    for (const path of ['/api/loads/import/check', '/api/imports/sheets']) {
      const { status, body } = await post(path, file)
      expect([status, body.message]).toEqual([400, expect.stringMatching(words)])
    }
  })

  test('C438 A CSV file is no workbook', async () => {
    expect((await post('/api/imports/sheets', Buffer.from('a,b\n1,2'))).status).toBe(400)
  })
})
