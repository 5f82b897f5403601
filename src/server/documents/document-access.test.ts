/** Who reads, uploads and opens documents (SPEC C117), and that they stay in their account (S10). */
import { beforeAll, expect, test } from 'vitest'
import { documentMessages } from '#core/documents/documents.ts'
import type { Role } from '#core/team/roles.ts'
import { addLoad, newPdf, upload, type StoredUpload } from '#server/testing/documents/uploads.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let admin: Client
let load: Awaited<ReturnType<typeof addLoad>>
let bol: StoredUpload
let confirmation: StoredUpload
const members = {} as Record<Role, Client>

beforeAll(async () => {
  admin = await signUp(app)
  load = await addLoad(admin)
  bol = (await upload(admin, load.path, { kind: 'bol' })).body
  confirmation = (await upload(admin, load.path, { kind: 'rate-confirmation' })).body
  const ownerId = (await admin.post('/api/owners', makeSample('owners'))).body.id
  const driverId = (await admin.post('/api/drivers', makeSample('drivers'))).body.id
  for (const role of ['accounting', 'dispatcher', 'safety', 'viewer'] as const)
    members[role] = await inviteMember(app, admin, role)
  members.owner = await inviteMember(app, admin, 'owner', { ownerId })
  members.driver = await inviteMember(app, admin, 'driver', { driverId })
  members.admin = admin
})

const open = async (client: Client, { id }: StoredUpload) =>
  (await client.get(`/api/documents/${id}/file`)).status

test.each(['admin', 'accounting', 'dispatcher'] as const)(
  'C117 %s reads, uploads, changes and deletes documents',
  async (role) => {
    const client = members[role]
    const { status, body } = await upload(client, load.path)
    expect([status, await open(client, body)]).toEqual([201, 200])
    expect((await client.put(`/api/documents/${body.id}`, { kind: 'receipt' })).status).toBe(200)
    expect((await client.delete(`/api/documents/${body.id}`)).status).toBe(204)
  },
)

test.each(['safety', 'viewer'] as const)('C117 %s only reads documents', async (role) => {
  const client = members[role]
  expect((await client.get<StoredUpload[]>(load.path)).body.length).toBe(2)
  expect([await open(client, bol), (await upload(client, load.path)).status]).toEqual([200, 403])
  expect((await upload(client, '/api/documents')).status).toBe(403)
  expect((await client.put(`/api/documents/${bol.id}`, { kind: 'pod' })).status).toBe(403)
  expect((await client.delete(`/api/documents/${bol.id}`)).status).toBe(403)
})

test.each(['owner', 'driver'] as const)(
  'C117 %s reaches no documents of the office',
  async (role) => {
    const client = members[role]
    const path = `/api/documents/${bol.id}`
    for (const url of [load.path, path, `${path}/file`, '/api/documents'])
      expect((await client.get(url)).status).toBe(403)
    expect((await upload(client, load.path)).status).toBe(403)
  },
)

test('C117 A person without revenue sees that a rate confirmation exists but cannot open it', async () => {
  for (const role of ['safety', 'viewer'] as const) {
    const client = members[role]
    const refused = await client.get(`/api/documents/${confirmation.id}/file`)
    expect([refused.status, refused.body.message]).toEqual([403, documentMessages.revenue])
    const facts = (await client.get<StoredUpload[]>(load.path)).body
    expect(facts.map(({ mayOpen }) => mayOpen)).toEqual([true, false])
  }
})

test('C117 A dispatcher without revenue can’t open a rate confirmation by giving it another type', async () => {
  expect(await open(members.dispatcher, confirmation)).toBe(200)
  await admin.put('/api/team/settings', { dispatcherRevenue: false })
  const path = `/api/documents/${confirmation.id}`
  expect(await open(members.dispatcher, confirmation)).toBe(403)
  const changed = await members.dispatcher.put(path, { kind: 'other' })
  expect([changed.status, Object.keys(changed.body.fields ?? {})]).toEqual([403, ['kind']])
  expect((await members.dispatcher.put(path, { stop: 'pickup' })).status).toBe(200)
  await admin.put('/api/team/settings', { dispatcherRevenue: true })
})

test('S10 A document of another account is like one that does not exist', async () => {
  const stranger = await signUp(app)
  const own = await addLoad(stranger)
  const requests = (id: number, loadId: number) => [
    stranger.get(`/api/documents/${id}`),
    stranger.get(`/api/documents/${id}/file`),
    stranger.put(`/api/documents/${id}`, { kind: 'pod' }),
    stranger.delete(`/api/documents/${id}`),
    stranger.get(`/api/loads/${loadId}/documents`),
    upload(stranger, `/api/loads/${loadId}/documents`),
    upload(stranger, own.path, { replaces: id }),
  ]
  const tried = await Promise.all(requests(bol.id, load.id))
  const missing = await Promise.all(requests(99_999_999, 99_999_999))
  expect(tried.map(({ status, text }) => [status, text])).toEqual(
    missing.map(({ text }) => [404, text]),
  )
  for (const id of [bol.sha256, `${bol.id}.0`, '../1', '%2e%2e'])
    expect((await stranger.get(`/api/documents/${id}/file`)).status).toBe(404)
})

test('S10 A file that another account has stored is an upload like any other', async () => {
  const stranger = await signUp(app)
  const own = await addLoad(stranger)
  const file = newPdf()
  await upload(admin, load.path, { file })
  const { status, body } = await upload(stranger, own.path, { file })
  expect([status, await open(stranger, body)]).toEqual([201, 200])
  expect(await open(admin, body)).toBe(404)
})
