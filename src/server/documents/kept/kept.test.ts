/** Documents of factors and of broker checks (SPEC C290, C291). */
import { beforeEach, expect, test } from 'vitest'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { keptMessages } from '#core/documents/kept.ts'
import { addLoad, upload } from '#server/testing/documents/uploads.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { makeBroker } from '#server/testing/receivables/ledger-rows.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let me: Client
let factor: string
let broker: string
let letters: string
let pages: string
let checkId: number

beforeEach(async () => {
  const carrier = await createFactoredCarrier(app)
  me = carrier.client
  factor = `/api/factors/${carrier.factor.id}`
  letters = `${factor}/documents`
  broker = `/api/brokers/${await makeBroker(me, 'Acme Logistics')}`
  const check = { day: '2026-11-20', result: 'active', note: null }
  checkId = (await me.post<{ id: number }>(`${broker}/checks`, check)).body.id
  pages = `/api/broker-checks/${checkId}/documents`
})

const list = async (path: string) => (await me.get<DocumentFacts[]>(path)).body

test('C290 A release letter is kept with its factor, opened and deleted, and is not in the inbox', async () => {
  const { status, body } = await upload(me, letters, { name: 'Release of Acme.pdf' })
  expect(status).toBe(201)
  expect(await list(letters)).toMatchObject([
    { id: body.id, name: 'Release Letter Release of Acme (1 p).pdf', loadId: null },
  ])
  expect(await list('/api/documents?load=none')).toEqual([])
  expect((await me.get(`/api/documents/${body.id}/file`)).status).toBe(200)
  const moved = await me.put<{ fields: object }>(`/api/documents/${body.id}`, {
    loadId: (await addLoad(me)).id,
  })
  expect([moved.status, moved.body.fields]).toEqual([400, { loadId: [keptMessages.stays] }])
  expect((await me.delete(`/api/documents/${body.id}`)).status).toBe(204)
  expect(await list(letters)).toEqual([])
})

test('C290 Members who see invoices read a factor’s letters; only members who bill change them', async () => {
  const { id } = (await upload(me, letters)).body
  const accounting = await inviteMember(app, me, 'accounting')
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  const viewer = await inviteMember(app, me, 'viewer')
  expect((await upload(accounting, letters)).status).toBe(201)
  expect((await dispatcher.get(letters)).status).toBe(200)
  expect((await upload(dispatcher, letters)).status).toBe(403)
  expect((await dispatcher.delete(`/api/documents/${id}`)).status).toBe(403)
  expect((await dispatcher.put(`/api/documents/${id}`, { verdict: 'readable' })).status).toBe(403)
  for (const path of [letters, `/api/documents/${id}`, `/api/documents/${id}/file`])
    expect([path, (await viewer.get(path)).status === 200]).toEqual([path, false])
  expect((await viewer.get<DocumentFacts[]>('/api/documents')).body).toEqual([])
  const other = await signUp(app)
  expect((await other.get(letters)).status).toBe(404)
  expect((await upload(other, letters)).status).toBe(404)
})

test('C291 The page of a check is kept with it, and moves to the inbox when the check is deleted', async () => {
  const { body } = await upload(me, pages, { name: 'safer.pdf' })
  expect(body.name).toBe('Broker Check safer (1 p).pdf')
  const viewer = await inviteMember(app, me, 'viewer')
  expect((await viewer.get<DocumentFacts[]>(pages)).body.length).toBe(1)
  expect((await upload(viewer, pages)).status).toBe(403)
  expect((await me.delete(`/api/broker-checks/${checkId}`)).status).toBe(204)
  expect((await me.get(pages)).status).toBe(404)
  expect(await list('/api/documents?load=none')).toMatchObject([{ id: body.id, checkId: null }])
})

test('C291 The page of a check moves to the inbox when the broker is deleted', async () => {
  const { id } = (await upload(me, pages)).body
  expect((await me.delete(broker)).status).toBe(204)
  expect(await list('/api/documents?load=none')).toMatchObject([{ id, checkId: null }])
})

test('C290 C560 A factor with a letter can’t be deleted; a letter in the trash does not count, and stays there', async () => {
  const { id } = (await upload(me, letters)).body
  expect((await me.delete(factor)).status).toBe(409)
  expect((await me.delete(`/api/documents/${id}`)).status).toBe(204)
  expect((await me.delete(factor)).status).toBe(204)
  const trash = (await me.get<{ id: number; subject: string }[]>('/api/trash')).body
  const letter = trash.find(({ subject }) => subject === 'documents')
  const refused = await me.post<{ message: string }>(`/api/trash/${letter?.id}/restore`)
  expect([refused.status, refused.body.message]).toEqual([409, 'Its factor was deleted'])
  expect(await list('/api/documents')).toEqual([])
})
