/** The audit log and the trash of members who see only their own changes (SPEC C74). */
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Save } from '#core/audit/saves.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { upload } from './testing/documents/uploads.ts'
import { makeSample } from './testing/samples.ts'
import { inviteMember } from './testing/team.ts'
import { signUp, testApp, type Body, type Client } from './testing/test-app.ts'

const { app, database } = await testApp()

type Entry = Body & { action: string; subject: string | null; after: object | null }

let admin: Client
let accounting: Client
let dispatcher: Client
let safety: Client
let serial = 0

beforeAll(async () => {
  admin = await signUp(app)
  accounting = await inviteMember(app, admin, 'accounting')
  dispatcher = await inviteMember(app, admin, 'dispatcher')
  safety = await inviteMember(app, admin, 'safety')
  await admin.post('/api/trucks', makeSample('trucks'))
})

beforeEach(() => showRevenue(false))

async function showRevenue(dispatcherRevenue: boolean): Promise<void> {
  await admin.put('/api/team/settings', { dispatcherRevenue })
}

const sample = (name: 'loads') => makeSample(name, ++serial)

async function addLoad(): Promise<Body> {
  return (await admin.post('/api/loads', { ...sample('loads'), revenue: '8101.37' })).body
}

async function ownLog(client: Client, query: string): Promise<Entry[]> {
  return (await client.get<Entry[]>(`/api/audit?${query}`)).body
}

test('C74 A member’s log has only their own changes, without hidden values', async () => {
  await showRevenue(true)
  const { body } = await dispatcher.post('/api/loads', { ...sample('loads'), revenue: '6101.37' })
  const path = `/api/loads/${body.id}`
  await dispatcher.put(path, { ...body, revenue: '6102.37' })
  await dispatcher.put(path, { ...body, revenue: '6103.37', notes: 'Late' })
  await admin.put(path, { ...(await admin.get(path)).body, notes: 'By the Admin' })
  const query = `subject=loads&subjectId.from=${body.id}&subjectId.to=${body.id}`
  expect(await ownLog(dispatcher, query)).toHaveLength(3)
  await showRevenue(false)
  const seen = await ownLog(dispatcher, query)
  expect(seen.map(({ action }) => action)).toEqual(['changed', 'created'])
  expect(seen[0]?.after).toEqual({ notes: 'Late' })
  expect(JSON.stringify(seen)).not.toMatch(/revenue/)
  expect((await dispatcher.get(`/api/audit/count?${query}`)).body).toEqual({ count: 2 })
  expect((await dispatcher.get('/api/audit/export.csv')).text).not.toMatch(/610\d\.37/)
  const filtered = await dispatcher.get('/api/audit?after=x')
  expect([filtered.status, filtered.body.message]).toEqual([400, 'There is no column "after"'])
  expect(await ownLog(admin, query)).toHaveLength(4)
  expect(await ownLog(safety, query)).toEqual([])
})

test('C74 A change of a hidden value can’t be restored or undone', async () => {
  await showRevenue(true)
  const load = (await dispatcher.post('/api/loads', { ...sample('loads'), revenue: '6101.37' }))
    .body
  await dispatcher.put(`/api/loads/${load.id}`, { ...load, revenue: '6102.37', notes: 'Late' })
  await showRevenue(false)
  const [entry] = await ownLog(dispatcher, `subjectId.from=${load.id}&subjectId.to=${load.id}`)
  const undo = await dispatcher.get(`/api/audit/${entry?.id}/undo`)
  expect(undo.body.fields).toEqual(['notes'])
  const restore = (field: string) => dispatcher.post(`/api/audit/${entry?.id}/restore`, { field })
  const refused = await restore('revenue')
  expect([refused.status, refused.body.message]).toEqual([400, "revenue can't be restored"])
  expect((await restore('notes')).status).toBe(200)
  const [other] = await ownLog(admin, 'subject=trucks')
  expect((await dispatcher.get(`/api/audit/${other?.id}/undo`)).status).toBe(404)
})

test('C74 A member’s trash has their own deletions, and restores hidden values unseen', async () => {
  const [one, other] = [await addLoad(), await addLoad()]
  await dispatcher.delete(`/api/loads/${one.id}`)
  await admin.delete(`/api/loads/${other.id}`)
  const trash = await dispatcher.get<Body[]>('/api/trash')
  expect(trash.body.map(({ recordId }) => recordId)).toEqual([one.id])
  expect((await dispatcher.get('/api/trash/count')).body).toEqual({ count: 1 })
  const [others] = (await admin.get<Body[]>('/api/trash')).body
  expect(others?.recordId).toBe(other.id)
  expect((await dispatcher.post(`/api/trash/${others?.id}/restore`)).status).toBe(404)
  expect((await dispatcher.post(`/api/operations/${String(others?.operation)}/undo`)).status).toBe(
    404,
  )
  expect((await safety.get('/api/trash')).body).toEqual([])
  expect((await dispatcher.post(`/api/trash/${trash.body[0]?.id}/restore`)).status).toBe(200)
  expect((await admin.get(`/api/loads/${one.id}`)).body.revenue).toBe('8101.37')
  expect((await admin.get('/api/trash/count')).body).toEqual({ count: 1 })
})

test('C74 Accounting sees the changes of all members, and no events of the team', async () => {
  await admin.put('/api/team/settings', { viewerRevenue: true })
  await inviteMember(app, admin, 'viewer')
  await addLoad()
  const seen = await ownLog(accounting, 'limit=200')
  const subjects = new Set(seen.map(({ subject }) => subject))
  expect(subjects).toContain('loads')
  expect([...subjects].filter((one) => /member|invit|team|account/.test(one ?? ''))).toEqual([])
  const own = seen.filter(({ subject }) => subject === null)
  expect(own.length).toBeLessThanOrEqual(1)
  const all = (await ownLog(admin, 'limit=200')).map(({ subject }) => subject)
  expect(all).toEqual(expect.arrayContaining(['members', 'team_settings', null]))
  await admin.get('/api/account/export.zip')
  expect(await ownLog(accounting, 'subject=account')).toEqual([])
  expect(await ownLog(admin, 'subject=account')).toHaveLength(1)
})

test('C74 S31 A member’s log lists their own saves, without hidden values and events', async () => {
  await showRevenue(true)
  const truck = (await dispatcher.post('/api/trucks', makeSample('trucks', ++serial))).body
  const rule = { truckId: truck.id, category: 'other', description: 'Fee', basis: 'fixed' }
  await admin.post('/api/deduction-rules', { ...rule, value: '7.37' })
  const load = (await dispatcher.post('/api/loads', { ...sample('loads'), revenue: '6101.37' }))
    .body
  const path = `/api/loads/${load.id}`
  await dispatcher.put(path, { ...load, revenue: '6102.37' })
  await dispatcher.put(path, { ...load, revenue: '6103.37', notes: 'Late' })
  await admin.put(path, { ...(await admin.get(path)).body, notes: 'By the Admin' })
  await dispatcher.delete(`/api/trucks/${truck.id}`)
  await showRevenue(false)
  const ofLoad = `subject=loads&subjectId=${load.id}`
  const seen = (await dispatcher.get<Save[]>(`/api/audit/saves?${ofLoad}`)).body
  expect(seen.map(({ action, after }) => [action, Object.keys(after ?? {}).length > 1])).toEqual([
    ['changed', false],
    ['created', true],
  ])
  expect(JSON.stringify(seen)).not.toMatch(/revenue|610\d/)
  expect((await dispatcher.get(`/api/audit/saves/count?${ofLoad}`)).body).toEqual({ count: 2 })
  expect((await admin.get(`/api/audit/saves/count?${ofLoad}`)).body).toEqual({ count: 4 })
  const ofTruck = `/api/audit/saves?action=deleted&subject=trucks&subjectId=${truck.id}`
  const [deleted] = (await dispatcher.get<Save[]>(ofTruck)).body
  expect(deleted).toMatchObject({ parts: [], others: {}, labels: { personId: 'Sam dispatcher' } })
  expect((await admin.get<Save[]>(ofTruck)).body[0]?.others).toEqual({ deduction_rules: 1 })
  expect((await safety.get(`/api/audit/saves?${ofLoad}`)).body).toEqual([])
  for (const suffix of ['', '/count'])
    expect((await dispatcher.get(`/api/audit/saves${suffix}?after=x`)).status).toBe(400)
})

test('C74 C87 Drafts and deductions in the trash are for members who change settlements', async () => {
  const { id: truckId } = (await admin.post('/api/trucks', makeSample('trucks', ++serial))).body
  const rule = { truckId, category: 'other', description: 'Loan', basis: 'fixed', value: '7.37' }
  const made = (await accounting.post('/api/deduction-rules', rule)).body
  const draft = (await accounting.post('/api/billing', { truckId, settlementDate: '2026-11-20' }))
    .body
  await accounting.delete(`/api/billing/${draft.id}`)
  await accounting.delete(`/api/deduction-rules/${made.id}`)
  const ofOthers = 'subject=billing,deduction_rules'
  const kept = (await accounting.get<Body[]>(`/api/trash?${ofOthers}`)).body
  expect(kept.map(({ subject }) => subject)).toEqual(['deduction_rules', 'billing'])
  for (const member of [dispatcher, safety]) {
    expect((await member.get(`/api/trash?${ofOthers}`)).body).toEqual([])
    expect((await member.get(`/api/trash/count?${ofOthers}`)).body).toEqual({ count: 0 })
    for (const { id, operation } of kept) {
      expect((await member.post(`/api/trash/${id}/restore`)).status).toBe(404)
      expect((await member.post(`/api/operations/${String(operation)}/undo`)).status).toBe(404)
    }
  }
  // The draft does not need the deduction.
  for (const { id } of kept.toReversed())
    expect((await admin.post(`/api/trash/${id}/restore`)).status).toBe(200)
})

test('C74 C87 Saved views in the trash are those of the person, also for an Admin', async () => {
  const viewer = await inviteMember(app, admin, 'viewer')
  const view = { list: 'loads', name: 'Mine', address: 'search=x' }
  const mine = (await viewer.post('/api/views', view)).body
  const operation = '6a7fbd2e-4c61-4d8a-9f6e-0a4b1c2d3e4f'
  await viewer.delete(`/api/views/${mine.id}`, { 'operation-id': operation })
  expect((await admin.get('/api/trash/count?subject=views')).body).toEqual({ count: 0 })
  expect((await admin.post(`/api/operations/${operation}/undo`)).status).toBe(404)
  // Another person has a view of the same name.
  await admin.post('/api/views', view)
  const undone = await viewer.post(`/api/operations/${operation}/undo`)
  expect([undone.status, undone.body]).toMatchObject([200, { done: 1, failed: [] }])
  expect((await viewer.get(`/api/views/${mine.id}`)).body).toMatchObject(view)
  expect((await admin.get<Body[]>('/api/views')).body).toHaveLength(1)
})

test('C74 A long trash without a page has no values of the records', async () => {
  const { account, id } = (await dispatcher.get<SignedInUser>('/api/auth/user')).body
  await sql`insert into undo_records (user_id, person_id, operation, action, subject, record_id, label, before)
    select ${account.id}, ${id}, gen_random_uuid(), 'deleted', 'loads', 1, 'L-' || n, '{"revenue": "8101.37", "notes": "planted"}'
    from generate_series(1, 1001) as n`.execute(database)
  const trash = await dispatcher.get<Body[]>('/api/trash')
  expect(trash.body.length).toBeGreaterThan(1000)
  expect(trash.text).not.toMatch(/8101\.37|planted/)
  expect(Object.keys(trash.body[0] ?? {}).toSorted()).toEqual([
    'createdAt',
    'expiresAt',
    'id',
    'label',
    'labels',
    'operation',
    'recordId',
    'subject',
  ])
  await admin.delete('/api/trash')
})

test('C306 Only Admin and Accounting empty the trash: what another member deleted can be restored', async () => {
  for (const member of [accounting, admin]) {
    const { id } = await addLoad()
    const { id: paper } = (
      await upload(admin, `/api/loads/${id}/documents`, { kind: 'rate-confirmation' })
    ).body
    await dispatcher.delete(`/api/documents/${paper}`)
    await dispatcher.delete(`/api/loads/${id}`)
    for (const other of [dispatcher, safety])
      expect((await other.delete('/api/trash')).status).toBe(403)
    const kept = (await member.get<Body[]>('/api/trash')).body
    expect(kept.map(({ recordId }) => recordId)).toEqual(expect.arrayContaining([id, paper]))
    const emptied = await member.delete('/api/trash')
    expect([emptied.status, emptied.body]).toEqual([200, { deleted: kept.length }])
  }
})

test('C73 Each reveal of bank details or a tax ID is logged, except by an Admin', async () => {
  const sent = { ...makeSample('owners'), bankDetails: 'First Bank 000123456', taxId: '12-3456789' }
  const owner = (await admin.post('/api/owners', sent)).body
  const path = `/api/owners/${owner.id}`
  const log = () => ownLog(admin, 'action=revealed')
  expect((await admin.get(path)).body.bankDetails).toBe('First Bank 000123456')
  await admin.post(`${path}/reveal`)
  for (const member of [dispatcher, safety])
    expect((await member.post(`${path}/reveal`)).status).toBe(403)
  const read = await accounting.get(path)
  expect(read.text).not.toMatch(/First Bank|12-345/)
  expect(read.body.endings).toEqual({ taxId: '6789', bankDetails: '3456' })
  const [listed] = (await accounting.get<Body[]>('/api/owners')).body
  expect([listed?.bankDetails, listed?.endings]).toEqual([undefined, undefined])
  expect(await log()).toEqual([])
  const shown = (await accounting.post(`${path}/reveal`)).body
  expect([shown.bankDetails, shown.taxId]).toEqual(['First Bank 000123456', '12-3456789'])
  const events = await log()
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ subject: 'owners', subjectId: owner.id, label: owner.name })
  expect(events[0]?.labels).toMatchObject({ personId: 'Sam accounting' })
  expect((await accounting.post('/api/owners/99999999/reveal')).status).toBe(404)
})

test('C73 A save by Accounting returns no bank details, keeps them, and logs no reveal', async () => {
  const sent = { ...makeSample('owners'), bankDetails: 'Second Bank 000123456', taxId: null }
  const owner = (await admin.post('/api/owners', sent)).body
  const path = `/api/owners/${owner.id}`
  const before = await ownLog(admin, 'action=revealed')
  const { endings: _endings, ...read } = (await accounting.get(path)).body
  const saved = await accounting.put(path, { ...read, phone: '555-0199' })
  const late = await accounting.put(path, read, { 'if-match': '"9"' })
  expect([saved.status, late.status]).toEqual([200, 412])
  expect(saved.text + late.text).not.toContain('Second Bank')
  expect(saved.body.endings).toEqual({ taxId: null, bankDetails: '3456' })
  expect(late.body).toMatchObject({ current: { endings: { bankDetails: '3456' } } })
  expect((await admin.get(path)).body).toMatchObject({
    phone: '555-0199',
    bankDetails: 'Second Bank 000123456',
  })
  expect(await ownLog(admin, 'action=revealed')).toEqual(before)
})
