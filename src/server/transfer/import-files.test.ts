import { shortOrLong } from '#server/testing/long.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CellError, ImportProgress } from '#core/transfer/import.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

const CSV = { 'content-type': 'text/csv' }
const PEOPLE = 'Name,Phone,E-Mail,Extension\r\n'

type ImportResponse = { message: string; errors: CellError[]; imported: number }

function send(path: string, file: string, headers = {}) {
  return me.post<ImportResponse>(`/api/${path}`, file, { ...CSV, ...headers })
}

function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, 'utf16le')
}

async function countPeople(): Promise<number> {
  return (await me.get<Body[]>('/api/dispatchers')).body.length
}

describe('An invalid file', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /is empty/],
    ['blank lines', '\n \n', /is empty/],
    ['only a byte order mark', '\uFEFF', /is empty/],
    ['only a heading', PEOPLE, /no rows/],
    ['a blank heading', ',,\nAnn,1,x', /first row must contain/],
    ['a broken workbook', Buffer.from('PK\u0003\u0004rest of it'), /is damaged/],
    ['UTF-16 without its mark', Buffer.from(PEOPLE, 'utf16le'), /not in UTF-8/],
    [
      'UTF-16 cut off in a character',
      utf16(`${PEOPLE}Ren\u00e9`).subarray(0, -1),
      /not valid UTF-16/,
    ],
    ['UTF-16 with half a character', utf16(`${PEOPLE}Ann\ud83d`), /not valid UTF-16/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not in UTF-8/],
    ['blank lines without end', `${PEOPLE}${'\n'.repeat(250_001)}`, /more than 250,000 rows/],
    ['300 columns', `${'a,'.repeat(299)}a\n1\n`, /300 columns; the limit is 100/],
    [
      'an open quote',
      `${PEOPLE}Ann,1,a@example.com,\n"Bo,2,b@example.com,\n`,
      /opens in row 3 is never/,
    ],
    ['a quote within a cell', `${PEOPLE}Ann "A" B,1,a@example.com,\n`, /row 2 must be doubled/],
    [
      'more cells than titles',
      `${PEOPLE}Ann,1,a@example.com,1,2,3\n`,
      /Row 2 has 6 columns, expected 4/,
    ],
  ])('B51 %s gets its message from check and import', async (_, file, words) => {
    for (const path of ['import/check', 'import']) {
      const response = await app.inject({
        method: 'POST',
        url: `/api/dispatchers/${path}`,
        headers: { cookie: me.cookie, ...CSV },
        payload: file,
      })
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        expect.stringMatching(words),
      ])
    }
    expect(await countPeople()).toBe(0)
  })

  test('B51 More than 100,000 rows are rejected', async () => {
    const { status, body } = await send('dispatchers/import', PEOPLE + 'A\n'.repeat(100_001))
    expect([status, body.message]).toEqual([
      400,
      'The file has more than 100,000 rows. Split it into smaller files.',
    ])
  })

  test('B7 B51 Random bytes are imported or rejected with a message', async () => {
    const pieces = [
      'Name',
      'Phone',
      'Email',
      ',',
      ';',
      '\t',
      '"',
      '\r',
      '\n',
      '\uFEFF',
      'a@b.de',
      '=',
      '\0',
      'Ł',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 })
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
      text.map((some) => Buffer.from(some.join(''))),
      text.map((some) => Buffer.from(`\uFEFF${some.join('')}`, 'utf16le')),
      text.map((some) => Buffer.from(PEOPLE + some.join(''))),
    )
    const headers = { cookie: me.cookie, ...CSV }
    const url = '/api/dispatchers/import'
    await fc.assert(
      fc.asyncProperty(bytes, async (payload) => {
        const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
        expect([201, 400]).toContain(statusCode)
        expect(body).toMatch(/^\{"(?:message|imported)":/)
      }),
      { numRuns: shortOrLong(30, 400) },
    )
  })

  test('B51 Another content type is 415, more than 32 MB are 413', async () => {
    const json = await me.post('/api/dispatchers/import', { name: 'Ann' })
    expect([json.status, json.body.message]).toEqual([415, expect.stringContaining('text/csv')])
    const large = await send('dispatchers/import', 'x'.repeat(32 * 1024 * 1024 + 1))
    expect([large.status, large.body.message]).toEqual([413, 'The file must be 32 MB or less'])
    const loads = await send('loads', PEOPLE)
    expect([loads.status, loads.body.message]).toEqual([415, 'Request body must be JSON'])
  })
})

describe('One import', () => {
  const FILE = `${PEOPLE}Ann,1,a@example.com,\n`

  test('B23 B52 The same import sent twice, even at once, runs once', async () => {
    const headers = { 'idempotency-key': 'import-1' }
    const responses = await Promise.all([1, 2].map(() => send('dispatchers/import', FILE, headers)))
    const again = await send('dispatchers/import', FILE, headers)
    for (const response of [...responses, again]) {
      expect([response.status, response.body]).toEqual([201, { imported: 1 }])
    }
    expect(await countPeople()).toBe(1)
    const other = await send('dispatchers/import', `${FILE}Bo,1,b@example.com,\n`, headers)
    expect(other.status).toBe(422)
    const { body } = await me.get<ImportProgress>('/api/imports/import-1')
    expect(body).toEqual({ state: 'done', done: 1, total: 1 })
  })

  test('B52 A rejected import can be sent again with its key', async () => {
    const headers = { 'idempotency-key': 'import-2' }
    const bad = await send('dispatchers/import', `${FILE}Bo,1,invalid,\n`, headers)
    expect(bad.status).toBe(400)
    const { body } = await me.get<ImportProgress>('/api/imports/import-2')
    expect(body.state).toBe('refused')
    expect((await send('dispatchers/import', FILE, headers)).status).toBe(201)
    expect(await countPeople()).toBe(1)
  })

  test('B52 Another account does not see its progress', async () => {
    await send('dispatchers/import', FILE, { 'idempotency-key': 'import-3' })
    const other = await signUp(app)
    const { body } = await other.get<ImportProgress>('/api/imports/import-3')
    expect(body).toEqual({ state: 'waiting', done: 0, total: 0 })
  })

  test('B52 The number of imports at once is limited, and a finished one frees its slot', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `Person ${n},1,p${n}@example.com,\n`)
    const sendAll = () =>
      Promise.all(
        Array.from({ length: 8 }, () => send('dispatchers/import/check', PEOPLE + rows.join(''))),
      )
    for (const responses of [await sendAll(), await sendAll()]) {
      const statuses = responses.map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      expect(responses.find(({ status }) => status === 429)?.headers['retry-after']).toBe('5')
    }
  })
})
