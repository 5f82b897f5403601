/** Comments on loads and settlements: who reads, writes, deletes and is mentioned (SPEC C84, C85). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatChanges, type AuditEvent } from '#core/audit/audit.ts'
import { MAX_COMMENTS, type Comment, type Thread } from '#core/comments/comments.ts'
import type { Role } from '#core/team/roles.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createTestCarrier, type TestCarrier } from '#server/testing/test-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: TestCarrier
let admin: Client
const members = {} as Record<Exclude<Role, 'admin'>, Client>
const personIds = {} as Record<Role, string>
let billingId: number
let loads = 0

const OFFICE = ['accounting', 'dispatcher', 'safety', 'viewer'] as const

beforeAll(async () => {
  carrier = await createTestCarrier(app)
  admin = carrier.client
  const ownerId = (await admin.post('/api/owners', makeSample('owners'))).body.id
  const driverId = (await admin.post('/api/drivers', makeSample('drivers'))).body.id
  for (const role of OFFICE) members[role] = await inviteMember(app, admin, role)
  members.owner = await inviteMember(app, admin, 'owner', { ownerId })
  members.driver = await inviteMember(app, admin, 'driver', { driverId })
  for (const [role, client] of Object.entries({ admin, ...members }))
    personIds[role as Role] = await readPersonId(client)
  await carrier.createLoad('2026-11-20')
  billingId = (await carrier.settle('2026-11-20')).id
})

async function readPersonId(client: Client): Promise<string> {
  return (await client.get<SignedInUser>('/api/auth/user')).body.id
}

async function addLoad(): Promise<string> {
  const { body } = await admin.post('/api/loads', makeSample('loads', 9000 + ++loads))
  return `/api/loads/${body.id}/comments`
}

const onSettlement = () => `/api/billing/${billingId}/comments`
const write = (client: Client, path: string, text: string, mentions: string[] = []) =>
  client.post<Comment>(path, { text, mentions })
const read = async (client: Client, path: string) => (await client.get<Thread>(path)).body
const readTexts = async (client: Client, path: string) =>
  (await read(client, path)).comments.map(({ text }) => text)

test('C84 Every member of the office reads and writes the comments of a load', async () => {
  const path = await addLoad()
  for (const role of OFFICE) expect((await write(members[role], path, role)).status).toBe(201)
  for (const client of [admin, ...OFFICE.map((role) => members[role])])
    expect(await readTexts(client, path)).toEqual([...OFFICE])
  const { comments } = await read(admin, path)
  expect(comments[1]).toMatchObject({ author: 'Sam dispatcher', personId: personIds.dispatcher })
})

test('C84 Only members who may see settlements read and write their comments', async () => {
  const path = onSettlement()
  const { body } = await write(members.accounting, path, 'the net is too low')
  for (const role of ['dispatcher', 'safety', 'viewer', 'owner', 'driver'] as const) {
    expect((await members[role].get(path)).status).toBe(403)
    expect((await write(members[role], path, 'mine')).status).toBe(403)
    expect((await members[role].post(`${path}/read`)).status).toBe(403)
  }
  expect((await members.dispatcher.delete(`/api/comments/${body.id}`)).status).toBe(404)
  expect(await readTexts(admin, path)).toEqual(['the net is too low'])
})

test('C84 Truck owners and drivers reach no comments', async () => {
  const path = await addLoad()
  const { body } = await write(admin, path, 'between us')
  for (const role of ['owner', 'driver'] as const) {
    expect((await members[role].get(path)).status).toBe(403)
    expect((await write(members[role], path, 'mine')).status).toBe(403)
    expect((await members[role].delete(`/api/comments/${body.id}`)).status).toBe(403)
  }
})

test('C84 S31 Only the author deletes a comment, and the audit log keeps it', async () => {
  const path = await addLoad()
  const { body } = await write(members.dispatcher, path, 'wrong load')
  expect((await admin.delete(`/api/comments/${body.id}`)).status).toBe(404)
  expect((await members.dispatcher.delete(`/api/comments/${body.id}`)).status).toBe(204)
  expect((await members.dispatcher.delete(`/api/comments/${body.id}`)).status).toBe(404)
  expect(await readTexts(admin, path)).toEqual([])
  const entries = (await admin.get<Body[]>(`/api/audit?subject=comments&sort=-id&limit=2`)).body
  expect(entries.map(({ action, label }) => [action, label])).toEqual([
    ['changed', 'wrong load'],
    ['created', 'wrong load'],
  ])
  expect((await members.dispatcher.get('/api/audit')).text).not.toContain('wrong load')
})

test('C84 S31 The audit log names the settlement of a comment', async () => {
  const [drafted, stated, gone] = ['2026-10-16', '2026-10-23', '2026-10-30'] as const
  const texts = [drafted, stated, gone]
  const ids: number[] = []
  for (const date of texts) {
    await carrier.createLoad(date)
    ids.push((await carrier.settle(date)).id)
  }
  const { number } = (await carrier.approve(ids[1] ?? 0)).body
  for (const [n, text] of texts.entries())
    await write(admin, `/api/billing/${ids[n]}/comments`, text)
  await admin.delete(`/api/billing/${ids[2]}`)
  await admin.delete('/api/trash')
  const truck = (await admin.get<Body>(`/api/trucks/${carrier.truckId}`)).body.truckId
  const events = (await admin.get<(Body & AuditEvent)[]>('/api/audit?subject=comments&sort=-id'))
    .body
  const changes = (action: string, label: string) =>
    formatChanges(
      events.find((event) => event.action === action && event.label === label) ?? noEvent,
    )
  expect(changes('created', drafted)).toContain(
    `Settlement Settlement of truck ${truck}, 10/16/2026`,
  )
  expect(changes('created', stated)).toContain(`Settlement Statement #${number}`)
  expect(changes('deleted', gone)).toContain(`Settlement of truck ${truck}, 10/30/2026`)
})

const noEvent: AuditEvent = { subject: null, before: null, after: null, names: null }

test('C84 A role that no longer sees settlements can’t delete its comments on them', async () => {
  const member = await inviteMember(app, admin, 'accounting')
  const { body } = await write(member, onSettlement(), 'mine')
  await changeRole(await readPersonId(member), 'dispatcher')
  expect((await member.delete(`/api/comments/${body.id}`)).status).toBe(404)
  expect(await readTexts(admin, onSettlement())).toContain('mine')
})

async function changeRole(personId: string, role: Role | null): Promise<void> {
  const { body } = await admin.get<{ members: Body[] }>('/api/team')
  const member = body.members.find((one) => one.personId === personId)
  const at = `/api/team/members/${member?.id}`
  const { status } = role ? await admin.put(at, { role }) : await admin.delete(at)
  expect([200, 204]).toContain(status)
}

test('C84 A comment changes neither the version of a load nor a locked statement', async () => {
  await carrier.createLoad('2026-10-09')
  const { id } = await carrier.settle('2026-10-09')
  await carrier.approve(id)
  const before = (await admin.get(`/api/billing/${id}`)).text
  expect((await write(admin, `/api/billing/${id}/comments`, 'paid late')).status).toBe(201)
  expect((await admin.get(`/api/billing/${id}`)).text).toBe(before)
})

describe('C84 A comment has from 1 to 2,000 characters', () => {
  test.each([
    ['', 400],
    [' \n ', 400],
    ['x'.repeat(2000), 201],
    ['x'.repeat(2001), 400],
    ['\u0000', 400],
  ])('%#', async (text, status) => {
    const response = await write(admin, await addLoad(), text)
    expect(response.status).toBe(status)
    if (status === 400) expect(Object.keys(errorFields(response.body))).toEqual(['text'])
  })
})

function errorFields(body: unknown): Record<string, string[]> {
  return (body as { fields?: Record<string, string[]> }).fields ?? {}
}

test('C84 A record has at most 500 comments, deleted ones included', async () => {
  const path = await addLoad()
  const userId = await readAccountId(admin)
  const loadId = Number(path.split('/')[3])
  const row = { userId, loadId, billingId: null, personId: personIds.admin, text: 'x' }
  const deleted = { ...row, deletedAt: '2026-11-20T00:00:00Z' }
  const rows = Array.from({ length: MAX_COMMENTS - 1 }, (_, n) => (n % 2 ? row : deleted))
  await database.insertInto('comments').values(rows).execute()
  expect((await write(admin, path, 'the last')).status).toBe(201)
  const { status, text } = await write(admin, path, 'one more')
  expect([status, text]).toEqual([409, expect.stringContaining('500 comments')])
})

test('C84 B23 A repeated request adds one comment', async () => {
  const path = await addLoad()
  const send = () => admin.post(path, { text: 'once' }, { 'idempotency-key': 'comment-1' })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.body]).toEqual([201, first.body])
  expect(await readTexts(admin, path)).toEqual(['once'])
})

test('C84 Comments of a load in the trash are hidden, and are restored with it', async () => {
  const path = await addLoad()
  const load = path.replace('/comments', '')
  await write(admin, path, 'still here', [personIds.safety])
  await admin.delete(load)
  expect([(await admin.get(path)).status, (await write(admin, path, 'x')).status]).toEqual([
    404, 404,
  ])
  const [trashed] = (await admin.get<Body[]>('/api/trash')).body
  expect((await admin.post(`/api/trash/${trashed?.id}/restore`)).status).toBe(200)
  expect(await readTexts(admin, path)).toEqual(['still here'])
})

test('C84 C43 Comments are deleted with a load that is permanently deleted from the trash', async () => {
  const [kept, deleted] = [await addLoad(), await addLoad()]
  for (const path of [kept, deleted]) await write(admin, path, path, [personIds.safety])
  await admin.delete(deleted.replace('/comments', ''))
  expect(await countRows([kept, deleted])).toBe(2)
  expect((await admin.delete('/api/trash')).status).toBe(200)
  expect(await countRows([kept, deleted])).toBe(1)
  expect(await readTexts(admin, kept)).toEqual([kept])
})

async function countRows(texts: string[]): Promise<number> {
  const found = database.selectFrom('comments').select('id').where('text', 'in', texts)
  return (await found.execute()).length
}

test('C84 Comments of a draft are permanently deleted with it', async () => {
  await carrier.createLoad('2026-09-11')
  const { id } = await carrier.settle('2026-09-11')
  await write(admin, `/api/billing/${id}/comments`, 'of a draft', [personIds.accounting])
  expect((await admin.delete(`/api/billing/${id}`)).status).toBe(204)
  expect(await countRows(['of a draft'])).toBe(1)
  await admin.delete('/api/trash')
  expect(await countRows(['of a draft'])).toBe(0)
  expect((await write(admin, `/api/billing/${id}/comments`, 'x')).status).toBe(404)
})

test('C84 Comments of a previous member keep the name', async () => {
  const path = await addLoad()
  const member = await inviteMember(app, admin, 'safety')
  await write(member, path, 'my last day')
  await changeRole(await readPersonId(member), null)
  const { comments, people } = await read(admin, path)
  expect(comments[0]).toMatchObject({ author: expect.stringContaining('Sam safety') })
  expect(people.map(({ personId }) => personId)).not.toContain(comments[0]?.personId)
})

test('C85 A comment mentions members who may see the record, without its author', async () => {
  const path = await addLoad()
  const { people } = await read(admin, path)
  const ids = people.map(({ personId }) => personId)
  for (const role of OFFICE) expect(ids).toContain(personIds[role])
  for (const role of ['admin', 'owner', 'driver'] as const)
    expect(ids).not.toContain(personIds[role])
  const ofSettlement = (await read(admin, onSettlement())).people
  expect(ofSettlement.map(({ personId }) => personId)).toContain(personIds.accounting)
  expect(ofSettlement.map(({ personId }) => personId)).not.toContain(personIds.dispatcher)
  const { body } = await write(admin, path, '@Sam safety', [personIds.safety, personIds.admin])
  expect(body.mentions).toEqual([{ personId: personIds.safety, name: expect.any(String) }])
})

test('C85 A mention of anyone else is a 400 at mentions, and nothing is stored', async () => {
  const path = await addLoad()
  const others: [string, string][] = [
    [path, personIds.driver],
    [path, personIds.owner],
    [path, randomUUID()],
    [onSettlement(), personIds.dispatcher],
    [onSettlement(), personIds.viewer],
  ]
  for (const [on, personId] of others) {
    const { status, body } = await write(admin, on, 'not for you', [personId])
    expect([status, Object.keys(errorFields(body))]).toEqual([400, ['mentions']])
  }
  expect(await countRows(['not for you'])).toBe(0)
})
