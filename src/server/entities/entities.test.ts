import { describe, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import { createClient, signUp, testApp, type Body } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app } = await testApp()
const me = await signUp(app)
const other = await signUp(app)

let made = 0
async function make(entity: Entity, values: Record<string, unknown> = {}, client = me) {
  const response = await client.post(`/api/${entity.name}`, {
    ...makeSample(entity.name, ++made),
    ...values,
  })
  expect(response.text).not.toContain('message')
  return response.body
}

describe.each(everyEntity.map((entity) => ({ entity, name: entity.name })))(
  '$name',
  ({ entity, name }) => {
    const path = `/api/${name}`
    const required = Object.entries(entity.fields).filter(
      ([, field]) => field.defaultValue === undefined,
    )

    test('B8 POST returns 201 with the stored record, and GET the same', async () => {
      const response = await me.post(path, makeSample(name, ++made))
      expect(response.status).toBe(201)
      expect(response.body.version).toBe(1)
      const read = await me.get(`${path}/${response.body.id}`)
      expect(read.status).toBe(200)
      expect(read.body).toEqual(response.body)
    })

    test('B11 Each missing required field has a message', async () => {
      const { status, body } = await me.post<{ message: string; fields: object }>(path, {})
      expect(status).toBe(400)
      expect(Object.keys(body.fields).toSorted()).toEqual(
        required.map(([field]) => field).toSorted(),
      )
    })

    test('B22 PUT accepts what GET returned and increments the version', async () => {
      const record = await make(entity)
      const response = await me.put(`${path}/${record.id}`, record)
      expect(response.status).toBe(200)
      expect(response.body).toEqual({ ...record, version: 2, updatedAt: response.body.updatedAt })
    })

    test('S19 B22 Of twenty PUTs of one version one succeeds, the others get 412', async () => {
      const record = await make(entity)
      const headers = { 'if-match': '"1"' }
      const all = Array.from({ length: 20 }, () => me.put(`${path}/${record.id}`, record, headers))
      const responses = await Promise.all(all)
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      const rejected = responses.filter(({ status }) => status === 412)
      expect(rejected).toHaveLength(19)
      expect(rejected[0]?.body.current).toMatchObject({ id: record.id, version: 2 })
    })

    test('B23 A repeated key creates one record; another body gets 422', async () => {
      const headers = { 'idempotency-key': `${name}-key` }
      const sample = makeSample(name, ++made)
      const responses = await Promise.all([1, 2, 3].map(() => me.post(path, sample, headers)))
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
      const changed = await me.post(
        path,
        { ...sample, ...makeSample(name, ++made), notes: 'x', phone: '1' },
        headers,
      )
      expect(changed.status).toBe(422)
    })

    test('B22 B23 The response of a POST, sent once or again, has the values of a GET', async () => {
      const headers = { 'idempotency-key': `${name}-values` }
      const sample = makeSample(name, ++made)
      const [first, again] = [
        await me.post(path, sample, headers),
        await me.post(path, sample, headers),
      ]
      const stored = await me.get(`${path}/${first.body.id}`)
      expect([first.body, again.body]).toEqual([stored.body, stored.body])
    })

    test('S10 B7 Another account can neither see nor change the record', async () => {
      const record = await make(entity)
      const recordPath = `${path}/${record.id}`
      const unused = await other.get(`${path}/99999999`)
      for (const response of [
        await other.get(recordPath),
        await other.put(recordPath, record),
        await other.delete(recordPath),
      ]) {
        expect(response.status).toBe(404)
        expect(response.text).toBe(unused.text)
      }
      expect((await other.get<Body[]>(path)).body).toEqual([])
      expect((await me.get(recordPath)).body).toEqual(record)
    })

    test('B8 B24 DELETE returns 204, and a second one 404', async () => {
      const record = await make(entity)
      expect((await me.delete(`${path}/${record.id}`)).status).toBe(204)
      expect((await me.delete(`${path}/${record.id}`)).status).toBe(404)
    })

    test.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%00'])(
      'B10 The id %s is a 404',
      async (id) => expect((await me.get(`${path}/${id}`)).status).toBe(404),
    )

    test('S12 B18 Fields that a client must not set are ignored', async () => {
      const sent = {
        id: 7,
        userId: 'x',
        version: 9,
        createdAt: 'x',
        weekNumber: 99,
        __proto__: { a: 1 },
        constructor: 1,
      }
      const record = await make(entity, sent)
      expect(record.version).toBe(1)
      expect(record.weekNumber).not.toBe(99)
    })

    test('B20 Every column sorts both ways, and a page is a part of the list', async () => {
      await make(entity)
      await make(entity)
      for (const [column, field] of Object.entries(entity.fields)) {
        if (field.control === 'none' || field.secret) continue
        for (const sort of [column, `-${column}`]) {
          const response = await me.get<Body[]>(`${path}?sort=${sort}&limit=2&offset=1`)
          expect(response.status).toBe(200)
          const all = await me.get<Body[]>(`${path}?sort=${sort}`)
          expect(response.body).toEqual(all.body.slice(1, 3))
          expect(response.headers['x-total-count']).toBe(String(all.body.length))
        }
      }
    })

    test('B20 The newest record is first, and search finds part of a label', async () => {
      const record = await make(entity, { [entity.label]: `50%_off ${name}` })
      expect((await me.get<Body[]>(path)).body[0]?.id).toBe(record.id)
      const found = await me.get<Body[]>(`${path}?search=${encodeURIComponent('0%_OFF')}`)
      expect(found.body.map(({ id }) => id)).toEqual([record.id])
      expect((await me.get<Body[]>(`${path}?search=50xx`)).body).toEqual([])
    })

    test.each([
      'limit=0',
      'limit=201',
      'limit=x',
      'offset=-1',
      'sort=nothing',
      'nothing=1',
      'limit=1&limit=2',
      'id=x',
    ])('B20 The query ?%s is a 400', async (query) =>
      expect((await me.get(`${path}?${query}`)).status).toBe(400),
    )

    test('S17 B11 Control characters are rejected, spaces trimmed, letters composed', async () => {
      const bad = await me.post(path, { ...makeSample(name, ++made), [entity.label]: 'a\u0000b' })
      expect(bad.status).toBe(400)
      expect(bad.body.fields).toHaveProperty(entity.label)
      const record = await make(entity, { [entity.label]: `  Zoe\u0308 ${name}  ` })
      expect(record[entity.label]).toBe(`Zo\u00eb ${name}`)
    })
  },
)

test('S09 B6 Without a session every API path returns 401', async () => {
  const signedOut = createClient(app)
  for (const path of [
    '/api/loads',
    '/api/nothing',
    '/api/docs',
    '/API/loads',
    '/api',
    '/api/loads/1/',
    '/%61pi/x',
  ]) {
    const response = await signedOut.get(path)
    expect([path, response.status, response.body]).toEqual([path, 401, { message: 'Unauthorized' }])
  }
})

test('B6 With a session an unknown API path is a 404 in JSON', async () => {
  const response = await me.get('/api/nothing')
  expect([response.status, response.body]).toEqual([404, { message: 'Not found' }])
})
