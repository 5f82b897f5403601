/** The log's lines about rejected requests and errors. */
import { afterAll, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { openHttp } from './http.ts'
import { busyError } from './queue.ts'
import { makeSample } from './testing/samples.ts'
import { createClient, signUp, ownApp, readAccountId } from './testing/test-app.ts'

type Line = Record<string, unknown>

const lines: Line[] = []
const settings = {
  trustProxy: 1,
  logLevel: 'warn',
  logTo: { write: (line: string) => lines.push(JSON.parse(line) as Line) },
}
const { database } = await ownApp()
const app = await buildApp(database, settings)
afterAll(() => app.close())

const FROM = { 'x-forwarded-for': '192.0.2.9' }

/** The lines that `work` causes. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  lines.length = 0
  await work()
  return lines.splice(0)
}

test('S27 A request for another account’s record is logged with account, address and route', async () => {
  const owner = await signUp(app)
  const stranger = await signUp(app)
  const account = await readAccountId(stranger)
  const driver = (await owner.post('/api/drivers', makeSample('drivers'))).body
  const line = { level: 40, account, ip: '192.0.2.9', msg: 'Not found', route: '/api/drivers/:id' }
  const found = await linesOf(async () => {
    await stranger.get(`/api/drivers/${driver.id}`, FROM)
    await stranger.send('DELETE', `/api/drivers/${driver.id}`, undefined, FROM)
    await owner.get(`/api/drivers/${driver.id}`, FROM)
  })
  expect(found).toMatchObject([
    { ...line, method: 'GET', reqId: expect.any(String) as string },
    { ...line, method: 'DELETE', reqId: expect.any(String) as string },
  ])
})

test('S27 Requests without a session and bodies of a wrong type are logged', async () => {
  const me = await signUp(app)
  const found = await linesOf(async () => {
    await createClient(app).get('/api/loads?search=typed', FROM)
    await me.post('/api/loads', 'text', { ...FROM, 'content-type': 'text/plain' })
  })
  expect(found).toMatchObject([
    { msg: 'Unauthorized', ip: '192.0.2.9', method: 'GET', route: '/api/loads' },
    { msg: 'Request body must be JSON', ip: '192.0.2.9', method: 'POST', route: '/api/loads' },
  ])
  expect(JSON.stringify(found)).not.toContain('typed')
})

test('S27 Visitors, mistyped paths and unknown ZIP codes leave no line', async () => {
  const me = await signUp(app)
  const found = await linesOf(async () => {
    await createClient(app).get('/api/auth/user')
    await me.get('/api/mistyped')
    await me.get('/api/zip-codes/00000')
  })
  expect(found).toEqual([])
})

test('S27 The log does not quote a row that the database rejected', async () => {
  const http = await openHttp(settings)
  http.get('/fails', () => {
    const row = { code: '23502', detail: 'Failing row contains (7, Ann, 99.00).' }
    throw Object.assign(new Error('null value in column "name"'), row)
  })
  const found = await linesOf(() => createClient(http).get('/fails'))
  await http.close()
  expect(found).toMatchObject([{ level: 50, msg: 'request failed', err: { code: '23502' } }])
  expect(JSON.stringify(found)).not.toContain('Ann')
})

test('S27 A request that a busy server refuses is one line without a stack', async () => {
  const http = await openHttp(settings)
  http.get('/busy', () => {
    throw busyError(503)
  })
  const found = await linesOf(() => createClient(http).get('/busy', FROM))
  await http.close()
  const msg = 'Too many requests at once. Please try again in a moment.'
  expect(found).toMatchObject([{ level: 40, msg, ip: '192.0.2.9', route: '/busy' }])
  expect(found[0]).not.toHaveProperty('err')
})

test('S08 Every text response names its character encoding, SVG images included', async () => {
  const me = await signUp(app)
  for (const path of ['/api/drivers', '/api/docs', '/api/drivers/export.csv'])
    expect((await me.get(path)).headers['content-type']).toMatch(/; charset=utf-8$/)
  const picture = await me.get('/api/docs/static/logo.svg')
  expect(picture.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
})
