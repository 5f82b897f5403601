import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { JPEG, makePng } from '#server/testing/pictures.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app, database } = await testApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

async function upload(picture: Buffer, type = 'image/png', { cookie } = me) {
  const headers = { cookie, 'content-type': type }
  const response = await app.inject({
    method: 'POST',
    url: '/api/logos',
    headers,
    payload: picture,
  })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

async function bytesAt(url: string, { cookie } = me) {
  return app.inject({ method: 'GET', url, headers: { cookie } })
}

const good = makePng({ width: 300, height: 80 })

test('S16 A logo’s content decides its type; it is stored once and served to its account', async () => {
  const first = await upload(good, 'image/jpeg')
  expect(first).toMatchObject({ status: 201, body: { width: 300, height: 80 } })
  expect((await upload(good)).body).toEqual(first.body)
  const address = String(first.body.logoUrl)
  const response = await bytesAt(address)
  expect(response.rawPayload.equals(good)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox') as string,
    'content-disposition': 'inline; filename="logo.png"',
  })
  expect((await bytesAt(address, await signUp(app))).statusCode).toBe(404)
  expect((await app.inject({ method: 'GET', url: address })).statusCode).toBe(401)
})

test('S16 Metadata of an image is not stored', async () => {
  const noted = makePng({
    width: 9,
    height: 9,
    more: [['tEXt', Buffer.from('Comment\0GPS-SECRET')]],
  })
  for (const picture of [noted, JPEG]) {
    expect(picture.includes('GPS-SECRET')).toBe(true)
    const { status, body } = await upload(picture)
    expect(status).toBe(201)
    const { rawPayload } = await bytesAt(String(body.logoUrl))
    expect(rawPayload.length).toBeGreaterThan(60)
    expect(rawPayload.includes('GPS-SECRET')).toBe(false)
  }
})

const changePng = (change: (png: Buffer) => void) => {
  const png = Buffer.from(good)
  change(png)
  return png
}

describe('S16 A logo upload rejects', () => {
  test.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /PNG or JPEG/],
    ['a web page', Buffer.from('<html><script>alert(1)</script>'), /PNG or JPEG/],
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or/],
    ['another kind of picture', Buffer.from('GIF89a.............'), /PNG or JPEG/],
    ['a picture that was cut off', good.subarray(0, good.length - 20), /damaged/],
    ['a picture whose bytes were changed', changePng((png) => png.set([7], 60)), /damaged/],
    [
      'more pixels than can be printed',
      makePng({ width: 2000, height: 501, rows: 1 }),
      /1,000,000/,
    ],
    ['a small file of many pixels', makePng({ width: 60_000, height: 60_000, rows: 0 }), /pixels/],
    ['rows beyond its height', makePng({ width: 10, height: 10, rows: 90_000 }), /damaged/],
    ['missing rows', makePng({ width: 10, height: 10, rows: 9 }), /damaged/],
    ['rows under no known filter', makePng({ width: 10, height: 10, filter: 9 }), /damaged/],
    ['interlaced rows', makePng({ width: 10, height: 10, interlaced: true }), /interlacing/],
    ['no height', makePng({ width: 10, height: 0, rows: 0 }), /damaged/],
    ['half a JPEG', JPEG.subarray(0, JPEG.length / 2), /damaged/],
    ['only the head of a JPEG', JPEG.subarray(0, 4), /damaged/],
  ])('%s', async (_what, picture, words) => {
    const { status, body } = await upload(picture)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['logoUrl']])
    expect(body.message).toMatch(words)
  })

  test('S07 S15 Another content type, a large file and a request from another site', async () => {
    const json = await me.post('/api/logos', { logo: 'x' })
    expect([json.status, json.body.message]).toEqual([415, 'A logo must be a PNG or JPEG image'])
    const large = await upload(Buffer.concat([good, Buffer.alloc(512 * 1024)]))
    expect([large.status, large.body.message]).toEqual([413, 'A logo must be 512 KB or less'])
    const foreign = {
      cookie: me.cookie,
      'content-type': 'image/png',
      origin: 'https://evil.example',
    }
    const cross = await app.inject({
      method: 'POST',
      url: '/api/logos',
      headers: foreign,
      payload: good,
    })
    expect(cross.statusCode).toBe(403)
  })
})

test('S10 S16 Settings accept the account’s own logos and other texts, but no unknown logo', async () => {
  const { logoUrl } = (await upload(good)).body
  const saved = await me.post('/api/settings', { companyName: 'Mine', logoUrl })
  expect(saved.body.logoUrl).toBe(logoUrl)
  const other = await signUp(app)
  const foreign = await other.post('/api/settings', { companyName: 'Theirs', logoUrl })
  const unknown = await other.post('/api/settings', {
    companyName: 'Theirs',
    logoUrl: String(logoUrl).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  })
  expect([foreign.status, foreign.text]).toEqual([400, unknown.text])
  const text = 'https://example.com/logo.png'
  expect((await other.post('/api/settings', { companyName: 'T', logoUrl: text })).status).toBe(201)
  const put = await me.put(`/api/settings/${saved.body.id}`, { logoUrl: '/api/logos/zz' })
  expect(put.status).toBe(200)
})

async function approveStatement(): Promise<string> {
  const truck = (await me.post('/api/trucks', makeSample('trucks', 1))).body
  await me.post('/api/loads', { ...makeSample('loads', 1), truckId: truck.id })
  const settlement = { truckId: truck.id, settlementDate: '2026-11-20' }
  const { id } = (await me.post('/api/billing', settlement)).body
  expect((await me.post(`/api/billing/${id}/approve`)).status).toBe(200)
  return `/api/billing/${id}/statement.pdf`
}

test('S16 C3 A statement keeps its logo byte for byte after the settings drop it', async () => {
  const { logoUrl } = (await upload(makePng({ width: 200, height: 60, samples: 4 }))).body
  const company = (await me.post('/api/settings', { companyName: 'Mine', logoUrl })).body
  const statement = await approveStatement()
  const before = (await bytesAt(statement)).rawPayload
  expect(before.includes('/Subtype /Image')).toBe(true)
  for (let width = 1; width <= 22; width++) await upload(makePng({ width, height: 5 }))
  await me.put(`/api/settings/${company.id}`, { logoUrl: null })
  await upload(good)
  expect((await bytesAt(statement)).rawPayload.equals(before)).toBe(true)
  expect((await bytesAt(String(logoUrl))).statusCode).toBe(200)
  const own = sql`delete from logos where '/api/logos/' || digest = ${logoUrl}`
  await expect(own.execute(database)).rejects.toThrow('frozen')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from logos
    where user_id = (select user_id from settings where id = ${company.id})`.execute(database)
  expect(rows).toEqual([{ count: 21 }])
})

test('S16 The audit log shows a logo upload without its bytes', async () => {
  await upload(good)
  const entry = (await me.get<Record<string, unknown>[]>('/api/audit?subject=logos')).body[0]
  expect(entry).toMatchObject({ action: 'created', label: 'image/png', after: { bytes: 'hidden' } })
})

test('B53 The account’s ZIP contains its logos', async () => {
  await upload(good)
  const { rawPayload } = await bytesAt('/api/account/export.zip')
  expect(rawPayload.toString('latin1')).toMatch(/logos\/[0-9a-f]{12}\.png/)
})
