/** A first BOL or POD sets the load's BOL status (SPEC C115). */
import { beforeAll, expect, test } from 'vitest'
import { addLoad, upload } from '#server/testing/documents/uploads.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let me: Client

beforeAll(async () => {
  me = await signUp(app)
})

const remove = (id: number) => me.delete(`/api/documents/${id}`)

test.each(['not-received', 'pending'])(
  'C115 The first BOL or POD sets the status, and without the last one it is %s again',
  async (before) => {
    const { path, readBol } = await addLoad(me, before)
    await upload(me, path, { kind: 'scale-ticket' })
    expect(await readBol()).toBe(before)
    const bol = (await upload(me, path, { kind: 'bol' })).body
    const pod = (await upload(me, path, { kind: 'pod' })).body
    expect(await readBol()).toBe('received')
    await remove(bol.id)
    expect(await readBol()).toBe('received')
    await remove(pod.id)
    expect(await readBol()).toBe(before)
  },
)

test('C115 A restored BOL sets the status again', async () => {
  const { path, readBol } = await addLoad(me)
  await remove((await upload(me, path, { kind: 'bol' })).body.id)
  const [entry] = (await me.get<Body[]>('/api/trash')).body
  await me.post(`/api/trash/${entry?.id}/restore`)
  expect(await readBol()).toBe('received')
})

test('C115 A new type, another load and a bad copy count too', async () => {
  const [one, two] = [await addLoad(me), await addLoad(me)]
  const { id } = (await upload(me, one.path)).body
  const change = (set: object) => me.put(`/api/documents/${id}`, set)
  const statuses = async () => [await one.readBol(), await two.readBol()]
  await change({ kind: 'pod' })
  expect(await statuses()).toEqual(['received', 'not-received'])
  await change({ loadId: two.id })
  expect(await statuses()).toEqual(['not-received', 'received'])
  await change({ verdict: 'sent-back', verdictReason: 'Too dark' })
  expect(await statuses()).toEqual(['not-received', 'not-received'])
  await change({ verdict: 'readable' })
  expect(await statuses()).toEqual(['not-received', 'received'])
  await change({ loadId: null })
  expect(await statuses()).toEqual(['not-received', 'not-received'])
})

async function setManually(load: string, bolStatus: string): Promise<void> {
  const { body } = await me.get(load)
  expect((await me.put(load, { ...body, bolStatus })).status).toBe(200)
}

test('C115 A status that a person set stays', async () => {
  const { load, path, readBol } = await addLoad(me)
  const bol = (await upload(me, path, { kind: 'bol' })).body
  await setManually(load, 'pending')
  await upload(me, path, { kind: 'pod' })
  expect(await readBol()).toBe('pending')
  await setManually(load, 'received')
  for (const { id } of (await me.get<Body[]>(path)).body) await remove(id)
  expect(await readBol()).toBe('received')
  expect(bol.kind).toBe('bol')
})

test('C115 A load whose BOL was received before its first document stays received', async () => {
  const { path, readBol } = await addLoad(me, 'received')
  await remove((await upload(me, path, { kind: 'bol' })).body.id)
  expect(await readBol()).toBe('received')
})

test('C115 The load’s new status is in the same entry of the audit log as the document', async () => {
  const { load, path } = await addLoad(me)
  const { version } = (await me.get(load)).body
  const bol = (await upload(me, path, { kind: 'bol', name: 'signed.pdf' })).body
  expect((await me.get(load)).body.version).toBe(Number(version) + 1)
  const [entry] = (await me.get<Body[]>('/api/audit/saves?limit=1')).body
  expect([entry, ...(entry?.parts as Body[])]).toMatchObject([
    { subject: 'loads', before: { bolStatus: 'not-received' }, after: { bolStatus: 'received' } },
    { subject: 'documents', subjectId: bol.id, label: 'signed.pdf', action: 'created' },
  ])
})

test('C115 Several uploads at once set the status once', async () => {
  const { path, readBol } = await addLoad(me)
  const sent = await Promise.all([1, 2, 3].map(() => upload(me, path, { kind: 'bol' })))
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
  for (const { body } of sent) await remove(body.id)
  expect(await readBol()).toBe('not-received')
})
