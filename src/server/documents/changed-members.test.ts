/** Members who are removed or get another role while their file arrives, and their upload links (SPEC C154, C68). */
import { beforeAll, expect, test } from 'vitest'
import type { OwnLoads } from '#core/portal/responses.ts'
import type { Team } from '#core/team/team.ts'
import { startSlowUpload } from '#server/testing/documents/slow-upload.ts'
import { driverWith, makeUploadLink } from '#server/testing/documents/upload-links.ts'
import { addLoad, newPdf } from '#server/testing/documents/uploads.ts'
import { portalCarrier, type PortalCarrier } from '#server/testing/portal/portal-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { ownApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await ownApp()
let carrier: PortalCarrier
let people = 0

beforeAll(async () => {
  carrier = await portalCarrier(app)
})

/** The status of an upload during which `meanwhile` happens. */
async function uploadDuring({ cookie }: Client, url: string, meanwhile: () => Promise<unknown>) {
  const { finish } = startSlowUpload(app, url, { file: newPdf(), headers: { cookie } })
  await meanwhile()
  return (await finish()).statusCode
}

async function addDispatcher() {
  const email = `paper${++people}@team.example`
  const dispatcher = await inviteMember(app, carrier.client, 'dispatcher', { email })
  const { members } = (await carrier.client.get<Team>('/api/team')).body
  const member = `/api/team/members/${members.find((one) => one.email === email)?.id}`
  const load = await addLoad(carrier.client)
  return { dispatcher, member, ...load }
}

const countAt = async (path: string) => (await carrier.client.get<Body[]>(path)).body.length

test('C154 C68 A file of a member who is removed while it arrives is not stored', async () => {
  const { dispatcher, member, path } = await addDispatcher()
  const remove = () => carrier.client.delete(member)
  expect(await uploadDuring(dispatcher, path, remove)).toBe(401)
  expect(await countAt(path)).toBe(0)
})

test('C154 C68 A file of a member who may no longer change loads is not stored', async () => {
  const { dispatcher, member, path } = await addDispatcher()
  const demote = () => carrier.client.put(member, { role: 'viewer' })
  expect(await uploadDuring(dispatcher, path, demote)).toBe(403)
  expect(await countAt(path)).toBe(0)
})

test('C154 A file of a driver who is taken off the load is not stored', async () => {
  const { loads } = (await carrier.unpaidDriver.get<OwnLoads>('/api/portal/loads')).body
  const id = loads[0]?.id ?? 0
  const path = `/api/loads/${id}`
  const before = await countAt(`${path}/documents`)
  const replace = async () =>
    carrier.client.put(path, { ...(await carrier.client.get(path)).body, driverId: carrier.dan })
  const url = `/api/portal${path}/documents`
  expect(await uploadDuring(carrier.unpaidDriver, url, replace)).toBe(404)
  expect(await countAt(`${path}/documents`)).toBe(before)
})

const ENDS: [string, (member: string, dispatcher: Client) => Promise<unknown>][] = [
  ['is removed', (member) => carrier.client.delete(member)],
  ['leaves', (_, dispatcher) => dispatcher.delete('/api/auth/membership')],
  ['becomes a viewer', (member) => carrier.client.put(member, { role: 'viewer' })],
]

test.each(ENDS)('C154 The upload links of a member who %s are revoked', async (_, end) => {
  const { dispatcher, member, load } = await addDispatcher()
  const driver = driverWith(app, (await makeUploadLink(dispatcher, load)).token)
  const other = driverWith(app, (await makeUploadLink(carrier.client, load)).token)
  await carrier.client.put(member, { role: 'accounting' })
  expect((await driver.open()).status).toBe(200)
  await end(member, dispatcher)
  expect([(await driver.open()).status, (await other.open()).status]).toEqual([404, 200])
})
