/** Typed text that tries to become SQL, script, a path or a header. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { settableFields } from '#core/entities/entity.ts'
import { pdfText } from './testing/pdf-text.ts'
import { makeSample } from './testing/samples.ts'
import { signUp, testApp, type Body, type Client } from './testing/test-app.ts'

const { app } = await testApp()
const me = await signUp(app)

const SQL = `x'; drop table users; -- "\\ %_`
const SCRIPT = '"><img src=x onerror=alert(1)><script>alert(2)</script>'

describe.each(everyEntity.map(({ name, label, fields }) => ({ name, label, fields })))(
  'S14 $name',
  ({ name, label, fields }) => {
    const texts = Object.keys(settableFields(fields)).filter((field) =>
      ['text', 'lines', 'phone'].includes(fields[field]?.control ?? ''),
    )

    test.each([SQL, SCRIPT])(
      'every text field stores %j unchanged, and a search finds it',
      async (typed) => {
        const values = Object.fromEntries(texts.map((field) => [field, typed]))
        const { status, body } = await me.post(`/api/${name}`, { ...makeSample(name), ...values })
        expect(status).toBe(201)
        const read = await me.get<Body[]>(`/api/${name}?search=${encodeURIComponent(typed)}`)
        expect(read.body.map(({ id }) => id)).toContain(body.id)
        expect(read.body.find(({ id }) => id === body.id)).toMatchObject(values)
        expect(read.headers['content-type']).toContain('application/json')
      },
    )

    test.each(['sort', `${label};--`, `${label}.from`, "id' or 1=1"])(
      'a query with %s is rejected or finds nothing',
      async (parameter) => {
        const query = `${encodeURIComponent(parameter)}=${encodeURIComponent(SQL)}`
        expect((await me.get(`/api/${name}?${query}`)).status).toBe(400)
        const found = await me.get<Body[]>(
          `/api/${name}?${label}=${encodeURIComponent("x' or 'a'='a")}`,
        )
        expect([found.status, found.body]).toEqual([200, []])
      },
    )
  },
)

/** Prints the statement of a truck with this number; the settings have `logoUrl`. */
async function printStatement(client: Client, truckNumber: string, logoUrl: string) {
  await client.post('/api/settings', { companyName: SCRIPT, logoUrl })
  const truck = await client.post('/api/trucks', { ...makeSample('trucks'), truckId: truckNumber })
  const settled = { truckId: truck.body.id, settlementDate: '2026-11-20', notes: SCRIPT }
  const { body } = await client.post('/api/billing', settled)
  const { pdfUrl } = (await client.post<{ pdfUrl: string }>(`/api/billing/${body.id}/generate-pdf`))
    .body
  return app.inject({ url: pdfUrl, headers: { cookie: client.cookie } })
}

test('S14 S16 A truck number reaches no path or header, and the PDF prints it as text', async () => {
  const client = await signUp(app)
  const file = await printStatement(client, '../../etc/passwd"; filename=x.html', 'x')
  expect(file.headers['content-disposition']).toBe(
    'inline; filename="statement-truck--etc-passwd-filename-x-html-2026-11-20.pdf"',
  )
  expect((await pdfText(file.rawPayload)).join(' ')).toContain('onerror=alert')
  for (const name of ['/JavaScript', '/JS', '/OpenAction', '/Launch'])
    expect(file.rawPayload.toString('latin1')).not.toContain(name)
  const zip = await app.inject({
    url: '/api/account/export.zip',
    headers: { cookie: client.cookie },
  })
  expect(zip.rawPayload.toString('latin1')).not.toContain('../')
})

test('S16 The server never fetches a typed URL', async () => {
  const urls: string[] = []
  const listener = createServer((request, response) => {
    urls.push(String(request.url))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as { port: number }
  const client = await signUp(app)
  expect(
    (await printStatement(client, 'T-1', `http://127.0.0.1:${port}/logo.png`)).statusCode,
  ).toBe(200)
  const reading = await printStatement(await signUp(app), 'T-1', 'file:///etc/passwd')
  expect((await pdfText(reading.rawPayload)).join(' ')).not.toContain('root:')
  listener.close()
  expect(urls).toEqual([])
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'S12 The name %s is not a column, entity or field',
  async (name) => {
    expect((await me.get(`/api/loads?sort=${name}`)).status).toBe(400)
    expect((await me.get<Body[]>(`/api/loads?${name}=1`)).text).not.toContain('isAdmin')
    expect((await me.get(`/api/${name}`)).status).toBe(404)
    const body = JSON.stringify({ ...makeSample('loads', 5), loadId: name }).replace(
      '{',
      `{"${name}":{"isAdmin":true},`,
    )
    const reply = await me.post('/api/loads', body, { 'content-type': 'application/json' })
    expect([200, 201, 400]).toContain(reply.status)
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  },
)
