/** Leases, their charge-backs and copies (SPEC C523–C526). */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { leaseMessages } from '#core/fleet/leases.ts'
import { INITIAL_TERMS, type LeaseDefaults } from '#core/fleet/lease-terms.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

type Reply = Body & { confirm?: string; message?: string; fields?: object }

const { app, database } = await testApp()
const PATH = '/api/leases'
keepDay()
const today = accountDay()
let me: Client
let ownerId: number
let truckId: number

beforeEach(async () => {
  me = await signUp(app)
  ownerId = (await me.post('/api/owners', { ...makeSample('owners'), name: 'Ann Lee' })).body.id
  truckId = (await me.post('/api/trucks', { ...makeSample('trucks'), ownerId })).body.id
})

const add = (values: object = {}) =>
  me.post<Reply>(PATH, {
    truckId,
    ownerId,
    startsOn: '2026-01-01',
    endsOn: null,
    pay: 'percent',
    rate: '88',
    ...values,
  })

test('C523 A lease has truck, owner, days and pay, without charge-backs of its own', async () => {
  const { status, body } = await add({ notes: 'Fuel surcharge goes to the owner' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    rate: '88.00',
    terms: [],
    endsOn: null,
    labels: { truckId: 'T-1', ownerId: 'Ann Lee' },
  })
  const listed = await me.get<Body[]>(`${PATH}?ownerId=${ownerId}&endsOn=none`)
  expect(listed.body.map(({ id }) => id)).toEqual([body.id])
})

test.each([
  ['endsOn', { endsOn: '2025-12-31' }, leaseMessages.endsEarly],
  ['rate', { rate: null }, leaseMessages.rateMissing],
  ['rate', { rate: '100.01' }, leaseMessages.rateTooHigh],
  ['rate', { pay: 'per-mile', rate: '-1' }, leaseMessages.negative],
  ['ownerId', { ownerId: null }, 'Owner is required'],
  ['pay', { pay: 'sometimes' }, /^Pay must be Percent of Revenue/],
])('C523 A wrong %s is reported at its field', async (field, wrong, message) => {
  const { status, body } = await add(wrong)
  const texts = Object.values((body.fields ?? {}) as Record<string, string[]>).flat()
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  expect(texts[0]).toMatch(message)
})

test('C523 A lease with somebody else than the truck’s owner is asked about, if it is in force today', async () => {
  const other = (await me.post('/api/owners', { ...makeSample('owners'), name: 'Bo' })).body.id
  const asked = await add({ ownerId: other, startsOn: addDays(today, -1) })
  expect([asked.status, asked.body.confirm, asked.body.message]).toEqual([
    409,
    'ownerId',
    'The truck belongs to Ann Lee now. Save the lease anyway?',
  ])
  const past = { ownerId: other, startsOn: '2020-01-01', endsOn: '2020-12-31' }
  expect((await add(past)).status).toBe(201)
  const confirmed = { ownerId: other, startsOn: addDays(today, -1), confirmed: ['ownerId'] }
  expect((await add(confirmed)).status).toBe(201)
})

test('C524 A truck has one lease on a day: the last day of one and the first of the next differ', async () => {
  const first = (await add({ startsOn: '2025-01-01', endsOn: '2025-12-31' })).body
  for (const days of [
    { startsOn: '2025-12-31' },
    { startsOn: '2024-01-01' },
    { startsOn: '2024-06-01', endsOn: '2025-01-01' },
    { startsOn: '2025-05-01', endsOn: '2025-06-01' },
  ]) {
    const { status, body } = await add(days)
    expect([status, body.fields]).toEqual([409, { startsOn: [leaseMessages.overlap] }])
  }
  expect((await add({ startsOn: '2026-01-01' })).status).toBe(201)
  const moved = await me.put<Reply>(`${PATH}/${first.id}`, { ...first, endsOn: '2026-01-01' })
  expect(moved.status).toBe(409)
  expect((await me.put(`${PATH}/${first.id}`, { ...first, endsOn: '2025-11-30' })).status).toBe(200)
})

test('C524 Of two leases of one truck at once, one is saved', async () => {
  const replies = await Promise.all([add(), add({ startsOn: '2026-03-01' })])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect((await me.get<Body[]>(PATH)).body).toHaveLength(1)
})

test('C524 The database rejects overlapping leases, also by direct writes', async () => {
  const { body } = await add()
  const copy = sql`insert into leases (user_id, truck_id, owner_id, starts_on, pay)
    select user_id, truck_id, owner_id, '2030-01-01', pay from leases where id = ${body.id}`
  await expect(copy.execute(database)).rejects.toThrow(/leases_overlap/)
})

test('C524 A lease comes back from the trash unless its days are taken', async () => {
  const { body } = await add()
  await me.delete(`${PATH}/${body.id}`)
  const trash = (await me.get<Body[]>('/api/trash')).body
  const restore = `/api/trash/${trash[0]?.id}/restore`
  const next = await add({ startsOn: '2026-06-01' })
  const taken = await me.post<Reply>(restore)
  expect([taken.status, taken.body.message]).toEqual([409, leaseMessages.overlap])
  await me.delete(`${PATH}/${next.body.id}`)
  expect((await me.post(restore)).status).toBe(200)
})

test('C525 A signed copy is kept with its lease, which is not deleted before the copy', async () => {
  const { body } = await add()
  const path = `${PATH}/${body.id}/documents`
  const copy = await upload(me, path, { name: 'Lease of Ann.pdf' })
  expect(copy.status).toBe(201)
  expect((await me.get<Body[]>(path)).body).toMatchObject([{ id: copy.body.id, loadId: null }])
  expect((await me.get<Body[]>('/api/documents?load=none')).body).toEqual([])
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  for (const hidden of [path, `/api/documents/${copy.body.id}`])
    expect((await dispatcher.get(hidden)).status).not.toBe(200)
  const refused = await me.delete(`${PATH}/${body.id}`)
  expect([refused.status, refused.body.message]).toEqual([409, leaseMessages.hasCopy])
  await me.delete(`/api/documents/${copy.body.id}`)
  expect((await me.delete(`${PATH}/${body.id}`)).status).toBe(204)
})

test('C525 C560 A copy in the trash is not restored without its lease, and is kept with it again', async () => {
  const { body } = await add()
  const copy = await upload(me, `${PATH}/${body.id}/documents`, { name: 'Lease of Ann.pdf' })
  await me.delete(`/api/documents/${copy.body.id}`)
  await me.delete(`${PATH}/${body.id}`)
  const trash = (await me.get<Body[]>('/api/trash')).body
  const restore = (subject: string) =>
    me.post<Reply>(`/api/trash/${trash.find((one) => one.subject === subject)?.id}/restore`)
  const refused = await restore('documents')
  expect([refused.status, refused.body.message]).toEqual([409, 'Its lease was deleted'])
  expect((await restore('leases')).status).toBe(200)
  expect((await restore('documents')).status).toBe(200)
  expect((await me.get<Body[]>(`${PATH}/${body.id}/documents`)).body).toMatchObject([
    { id: copy.body.id, leaseId: body.id },
  ])
  expect((await me.get<Body[]>('/api/documents?load=none')).body).toEqual([])
})

test('C526 Until somebody changes them, purchases are charged at cost; then the defaults have a version', async () => {
  const path = '/api/lease-defaults'
  expect((await me.get<LeaseDefaults>(path)).body).toEqual({ terms: INITIAL_TERMS, version: 0 })
  const terms = [{ kind: 'fuel', charge: 'cost-plus', percent: '2' }]
  const saved = await me.put<LeaseDefaults>(path, { terms }, { 'if-match': '"0"' })
  expect([saved.status, saved.body.version]).toEqual([200, 1])
  expect((await me.put(path, { terms }, { 'if-match': '"0"' })).status).toBe(412)
  expect((await me.get<LeaseDefaults>(path)).body.terms).toMatchObject([
    { kind: 'fuel', charge: 'cost-plus', percent: '2.00', discount: 'all' },
  ])
})

test('C526 A lease takes its own charge-backs, and keeps them when its days change', async () => {
  const { body } = await add()
  const path = `${PATH}/${body.id}`
  const terms = [{ kind: 'toll', charge: 'flat', amount: '5' }]
  const { terms: _none, ...required } = body
  expect((await me.put(path, { ...body, terms })).body.terms).toMatchObject([{ amount: '5.00' }])
  expect((await me.put(path, { ...required, endsOn: '2026-12-31' })).body.terms).toHaveLength(1)
  const wrong = await me.put<Reply>(path, { ...body, terms: [{ kind: 'toll', charge: 'flat' }] })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { terms: ['Tolls: enter the amount'] }])
})

test('C523 C73 Who sees no settlements sees no lease; who does not change them changes none', async () => {
  const { body } = await add()
  for (const role of ['dispatcher', 'safety', 'viewer'] as const) {
    const member = await inviteMember(app, me, role)
    expect([role, (await member.get(`${PATH}/${body.id}`)).status]).toEqual([role, 403])
  }
  const accounting = await inviteMember(app, me, 'accounting')
  expect((await accounting.put(`${PATH}/${body.id}`, { ...body, rate: '85' })).status).toBe(200)
})

test('C356 C523 A truck and an owner with a lease are kept', async () => {
  await add()
  for (const path of [`/api/trucks/${truckId}`, `/api/owners/${ownerId}`]) {
    const { status, body } = await me.delete(path)
    expect([status, body.message]).toEqual([409, expect.stringContaining('1 lease')])
  }
})
