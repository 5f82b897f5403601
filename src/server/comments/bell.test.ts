/** The bell: what concerns the member who is signed in (SPEC C86). */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Bell } from '#core/comments/bell.ts'
import type { Thread } from '#core/comments/comments.ts'
import type { Role } from '#core/team/roles.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { makeSample } from '#server/testing/samples.ts'
import { portalCarrier } from '#server/testing/portal/portal-carrier.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: TestCarrier
let admin: Client
let dispatcher: Client
let loads = 0

beforeAll(async () => {
  carrier = await createTestCarrier(app)
  admin = carrier.client
  dispatcher = await inviteMember(app, admin, 'dispatcher')
})

const readBell = async (client: Client) => (await client.get<Bell>('/api/bell')).body

async function mention(client: Client, path: string, text = 'Look at this'): Promise<number> {
  const mentions = [await readPersonId(client)]
  const { status, body } = await admin.post(path, { text, mentions })
  expect(status).toBe(201)
  return body.id
}

async function readPersonId(client: Client): Promise<string> {
  return (await client.get<SignedInUser>('/api/auth/user')).body.id
}

async function addLoad() {
  const { body } = await admin.post('/api/loads', makeSample('loads', 8000 + ++loads))
  return { load: `/api/loads/${body.id}`, path: `/api/loads/${body.id}/comments`, id: body.id }
}

async function changeRole(client: Client, role: Role): Promise<void> {
  const personId = await readPersonId(client)
  const { body } = await admin.get<{ members: Body[] }>('/api/team')
  const member = body.members.find((one) => one.personId === personId)
  expect((await admin.put(`/api/team/members/${member?.id}`, { role })).status).toBe(200)
}

test('C86 A mention is in the bell of the member until the comments are read', async () => {
  const { path, id } = await addLoad()
  const comment = await mention(dispatcher, path, `Call the broker. ${'x'.repeat(500)}`)
  const { mentions, entries } = await readBell(dispatcher)
  expect([mentions, entries.length]).toEqual([1, 1])
  expect(entries[0]).toMatchObject({ kind: 'mention', id: comment, author: 'Pat Doe' })
  expect(entries[0]).toMatchObject({ subject: 'loads', subjectId: id, label: /^Load / })
  expect(entries[0]?.text.length).toBe(160)
  expect((await readBell(admin)).mentions).toBe(0)
  expect((await dispatcher.get<{ unread: number }>(path)).body.unread).toBe(1)
  expect((await readBell(dispatcher)).mentions).toBe(1)
  expect((await dispatcher.post(`${path}/read`)).status).toBe(204)
  expect(await readBell(dispatcher)).toEqual({ mentions: 0, questions: 0, papers: 0, entries: [] })
  expect((await dispatcher.get<{ unread: number }>(path)).body.unread).toBe(0)
})

test('C86 Reading the comments of one record marks no mention on another record as read', async () => {
  const [one, other] = [await addLoad(), await addLoad()]
  for (const { path } of [one, other]) await mention(dispatcher, path)
  await dispatcher.post(`${one.path}/read`)
  expect((await readBell(dispatcher)).entries.map(({ subjectId }) => subjectId)).toEqual([other.id])
  await dispatcher.post(`${other.path}/read`)
})

test('C86 A deleted comment and a load in the trash are not in any bell', async () => {
  const [deleted, trashed] = [await addLoad(), await addLoad()]
  const id = await mention(dispatcher, deleted.path)
  await mention(dispatcher, trashed.path)
  expect((await readBell(dispatcher)).mentions).toBe(2)
  await admin.delete(`/api/comments/${id}`)
  await admin.delete(trashed.load)
  expect((await readBell(dispatcher)).mentions).toBe(0)
  const [inTrash] = (await admin.get<Body[]>('/api/trash')).body
  await admin.post(`/api/trash/${inTrash?.id}/restore`)
  expect((await readBell(dispatcher)).mentions).toBe(1)
  await dispatcher.post(`${trashed.path}/read`)
})

test('C86 A member who no longer sees settlements has no mention on them in the bell', async () => {
  const member = await inviteMember(app, admin, 'accounting')
  await carrier.createLoad('2026-11-20')
  const { id } = await carrier.settle('2026-11-20')
  await mention(member, `/api/billing/${id}/comments`, 'Net is 1234.56')
  const truck = String((await admin.get(`/api/trucks/${carrier.truckId}`)).body.truckId)
  const label = `Settlement of truck ${truck}, 11/20/2026`
  expect((await readBell(member)).entries).toMatchObject([{ subject: 'billing', label }])
  await changeRole(member, 'dispatcher')
  expect(await readBell(member)).toMatchObject({ mentions: 0, entries: [] })
  await changeRole(member, 'accounting')
  expect((await readBell(member)).mentions).toBe(1)
  await carrier.approve(id)
  expect((await readBell(member)).entries[0]?.label).toMatch(/^Statement #\d+$/)
})

test('C86 Counts end at 100 and entries at ten, the newest first', async () => {
  const { path, id: loadId } = await addLoad()
  const userId = await readAccountId(admin)
  const personId = await readPersonId(dispatcher)
  const texts = Array.from({ length: 101 }, (_, n) => `No. ${n + 1}`)
  const rows = texts.map((text) => ({ userId, loadId, billingId: null, personId, text }))
  const made = await database.insertInto('comments').values(rows).returning('id').execute()
  const mentions = made.map(({ id: commentId }) => ({ userId, commentId, personId }))
  await database.insertInto('commentMentions').values(mentions).execute()
  const bell = await readBell(dispatcher)
  expect([bell.mentions, bell.entries.length, bell.entries[0]?.text]).toEqual([100, 10, 'No. 101'])
  await dispatcher.post(`${path}/read`)
})

test('C86 The bell of another account has no mention, and a truck owner has no bell', async () => {
  const { path } = await addLoad()
  await mention(dispatcher, path)
  expect(await readBell(await signUp(app))).toMatchObject({ mentions: 0, entries: [] })
  const ownerId = (await admin.post('/api/owners', makeSample('owners'))).body.id
  const owner = await inviteMember(app, admin, 'owner', { ownerId })
  expect((await owner.get('/api/bell')).status).toBe(403)
  expect((await app.inject({ url: '/api/bell' })).statusCode).toBe(401)
})

test('C86 C79 Open questions are in the bell of members who may see settlements', async () => {
  const { client, owner, paid } = await portalCarrier(app)
  const viewer = await inviteMember(app, client, 'dispatcher')
  const path = `/api/portal/statements/${paid}/questions`
  const asked = await owner.post(path, { key: 'statement', text: 'When is it paid?' })
  const { questions, entries } = await readBell(client)
  expect([questions, asked.status]).toEqual([1, 201])
  expect(entries).toMatchObject([
    {
      kind: 'question',
      id: asked.body.id,
      subject: 'billing',
      subjectId: paid,
      label: 'Statement #1',
      author: 'Sam owner',
      text: 'When is it paid?',
    },
  ])
  expect(await readBell(viewer)).toEqual({ mentions: 0, questions: 0, papers: 0, entries: [] })
  await client.post(`/api/questions/${asked.body.id}/answer`, { text: 'Friday' })
  expect((await readBell(client)).questions).toBe(0)
})

test('C86 The author of a mention gets the reply in the bell, once', async () => {
  const { path } = await addLoad()
  await mention(dispatcher, path, 'When is it picked up?')
  const before = (await readBell(admin)).mentions
  await dispatcher.post(path, { text: 'Tomorrow at 8' })
  const { mentions, entries } = await readBell(admin)
  expect(mentions).toBe(before + 1)
  expect(entries[0]).toMatchObject({
    kind: 'answer',
    author: 'Sam dispatcher',
    text: 'Tomorrow at 8',
  })
  await dispatcher.post(path, { text: 'Or at 9' })
  expect((await readBell(admin)).mentions).toBe(before + 1)
  const { comments, unread } = (await admin.get<Thread>(path)).body
  expect([unread, comments.map((one) => one.mentions.length)]).toEqual([1, [1, 0, 0]])
  await admin.post(`${path}/read`)
  expect((await readBell(admin)).mentions).toBe(before)
})

test('C84 C86 C87 A restored draft has its comments again, and its mention is in the bell', async () => {
  const member = await inviteMember(app, admin, 'accounting')
  await carrier.createLoad('2026-10-09')
  const { id } = await carrier.settle('2026-10-09')
  const path = `/api/billing/${id}/comments`
  await mention(member, path, 'Check the fuel')
  const operation = randomUUID()
  const remove = () => admin.delete(`/api/billing/${id}`, { 'operation-id': operation })
  expect((await remove()).status).toBe(204)
  expect((await admin.get(path)).status).toBe(404)
  expect((await admin.post(path, { text: 'Late' })).status).toBe(404)
  expect(await readBell(member)).toMatchObject({ mentions: 0, entries: [] })
  await admin.post(`/api/operations/${operation}/undo`)
  const { comments } = (await admin.get<Thread>(path)).body
  expect(comments).toMatchObject([{ text: 'Check the fuel', author: 'Pat Doe' }])
  expect((await readBell(member)).entries).toMatchObject([{ subjectId: id }])
  const again = randomUUID()
  await admin.delete(`/api/billing/${id}`, { 'operation-id': again })
  expect((await admin.delete('/api/trash')).status).toBe(200)
  expect(
    await database.selectFrom('comments').select('id').where('billingId', '=', id).execute(),
  ).toEqual([])
})
