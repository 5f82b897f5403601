/** Papers in the portal (SPEC C137). */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { documentMessages, MAX_SENT_DOCUMENTS } from '#core/documents/documents.ts'
import { linkMessages } from '#core/documents/upload-links.ts'
import type { OwnDocument, OwnLoads } from '#core/portal/responses.ts'
import type { Bell } from '#core/comments/bell.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { addLoad, newPdf, upload } from '#server/testing/documents/uploads.ts'
import { inviteMember } from '#server/testing/team.ts'
import { portalCarrier, type PortalCarrier } from '#server/testing/portal/portal-carrier.ts'
import { testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let at: PortalCarrier
/** A load of Ann's truck, driven by Eve, on Ann's paid statement. */
let load: number
/** A load of Dan's truck. */
let dansLoad: number

beforeAll(async () => {
  at = await portalCarrier(app)
  load = await oldestLoad(at.unpaidDriver)
  dansLoad = await oldestLoad(at.driver)
})

async function oldestLoad(member: Client): Promise<number> {
  const { loads } = (await member.get<OwnLoads>('/api/portal/loads')).body
  return loads.at(-1)?.id ?? 0
}

const pathOf = (id: number) => `/api/portal/loads/${id}/documents`
const kindsOf = async (member: Client, path: string) =>
  (await member.get<OwnDocument[]>(path)).body.map(({ kind }) => kind)
const open = async (member: Client, id: number) =>
  (await member.get(`/api/portal/documents/${id}/file`)).status

test('C137 A driver uploads to their own load and sees only their own uploads; the bell shows them', async () => {
  const office = await upload(at.client, `/api/loads/${load}/documents`, {
    kind: 'rate-confirmation',
  })
  const file = newPdf()
  const sent = await upload(at.unpaidDriver, pathOf(load), { file, kind: 'pod' })
  expect([sent.status, sent.body]).toMatchObject([201, { kind: 'pod', loadId: load }])
  const again = await upload(at.unpaidDriver, pathOf(load), { file, kind: 'pod' })
  expect([again.status, again.body.id]).toEqual([201, sent.body.id])
  expect(await kindsOf(at.unpaidDriver, pathOf(load))).toEqual(['pod'])
  expect(await open(at.unpaidDriver, sent.body.id)).toBe(200)
  expect(await open(at.unpaidDriver, office.body.id)).toBe(404)
  const bell = (await at.client.get<Bell>('/api/bell')).body
  expect(bell.entries).toMatchObject([{ kind: 'papers', subjectId: load, author: 'Eve' }])
  const [stored] = (await at.client.get<Body[]>(`/api/loads/${load}/documents`)).body.slice(-1)
  expect(stored?.uploader).not.toBeNull()
})

test('C137 Another person’s load is 404 for drivers and owners, and accepts no upload', async () => {
  const other = await upload(at.client, `/api/loads/${dansLoad}/documents`, { kind: 'bol' })
  for (const member of [at.unpaidDriver, at.owner]) {
    expect((await member.get(pathOf(dansLoad))).status).toBe(404)
    expect((await upload(member, pathOf(dansLoad))).status).toBe(404)
    expect(await open(member, other.body.id)).toBe(404)
    expect((await upload(member, pathOf(99_999_999))).status).toBe(404)
  }
  const taken = await upload(at.unpaidDriver, pathOf(load), { kind: 'rate-confirmation' })
  expect(taken.status).toBe(400)
})

test('C137 A driver does not learn that the office has the same file', async () => {
  const file = newPdf()
  await upload(at.client, `/api/loads/${load}/documents`, { file, kind: 'bol' })
  const { status, body } = await upload(at.unpaidDriver, pathOf(load), { file })
  expect([status, body]).toEqual([409, { message: linkMessages.alreadyThere }])
})

test('C137 An owner sees the papers of a statement; a setting adds rate confirmations', async () => {
  const ofStatement = `/api/portal/statements/${at.paid}/documents`
  const before = await kindsOf(at.owner, ofStatement)
  expect(before).toContain('pod')
  expect(before).not.toContain('rate-confirmation')
  expect(await kindsOf(at.owner, pathOf(load))).toEqual(before)
  const { body: stored } = await at.client.get<OwnDocument[]>(`/api/loads/${load}/documents`)
  const confirmation = stored.find(({ kind }) => kind === 'rate-confirmation')?.id ?? 0
  expect(await open(at.owner, confirmation)).toBe(404)
  await at.client.put('/api/team/settings', { ownerConfirmations: true })
  expect(await kindsOf(at.owner, ofStatement)).toContain('rate-confirmation')
  expect(await open(at.owner, confirmation)).toBe(200)
  expect(await kindsOf(at.unpaidDriver, pathOf(load))).not.toContain('rate-confirmation')
  await at.client.put('/api/team/settings', { ownerConfirmations: false })
  expect((await at.owner.get(`/api/portal/statements/${at.ofBob}/documents`)).status).toBe(404)
})

test('C137 An owner still sees the papers of a paid statement after the truck was sold', async () => {
  const truck = `/api/trucks/${at.truckId}`
  await at.client.put(truck, { ...(await at.client.get(truck)).body, ownerId: at.bob })
  expect(await kindsOf(at.owner, `/api/portal/statements/${at.paid}/documents`)).toContain('pod')
})

/** Copies of a document of the office, at this load. */
async function addCopies(loadId: number, set: string, copies: number): Promise<void> {
  const { body } = await upload(at.client, `/api/loads/${loadId}/documents`)
  await sql`insert into documents (user_id, load_id, kind, original_name, type, pages, bytes, sha256, uploaded_by)
    select user_id, load_id, kind, original_name, type, pages, ${sql.raw(set)} from documents
      cross join generate_series(1, ${copies}) where id = ${body.id}`.execute(database)
}

const DAYS: [what: string, set: string, copies: number][] = [
  ['100 documents', 'bytes, sha256', 100],
  ['500 MB', '50000000, sha256', 10],
]

test.each(DAYS)(
  'C153 A person in the portal can send %s a day; the office has no limit',
  async (_, set, copies) => {
    const driver = await inviteMember(app, at.client, 'driver', { driverId: at.dan })
    const { id } = (await driver.get<SignedInUser>('/api/auth/user')).body
    const elsewhere = (await addLoad(at.client)).id
    await addCopies(elsewhere, `${set}, '${id}'::uuid`, copies)
    const [own] = (await driver.get<OwnLoads>('/api/portal/loads')).body.loads
    const sent = await upload(driver, pathOf(own?.id ?? 0))
    expect([sent.status, sent.body.message]).toEqual([429, documentMessages.tooManyInADay])
    await sql`delete from documents where uploaded_by = ${id}`.execute(database)
  },
)

test('C153 A person in the portal has 120 tries an hour, rejected uploads included', async () => {
  const statuses = new Set<number>()
  for (let tried = 0; tried < 120; tried++)
    statuses.add((await upload(at.owner, pathOf(load), { file: Buffer.from('junk') })).status)
  expect([...statuses]).toEqual([415])
  const more = await upload(at.owner, pathOf(load))
  expect([more.status, Number(more.headers['retry-after'])]).toEqual([429, expect.any(Number)])
})

test('C153 The portal leaves the last documents of a load to the office', async () => {
  await addCopies(dansLoad, 'bytes, sha256, uploaded_by', MAX_SENT_DOCUMENTS)
  const full = await upload(at.driver, pathOf(dansLoad))
  expect([full.status, full.body.message]).toEqual([409, documentMessages.tooManySent])
  expect((await upload(at.client, `/api/loads/${dansLoad}/documents`)).status).toBe(201)
})
