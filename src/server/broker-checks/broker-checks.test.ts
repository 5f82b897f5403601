/** Checks of brokers (SPEC C228–C233). */
import { beforeEach, expect, test } from 'vitest'
import type { AllChecks, BrokerChecks, ImportedFile } from '#core/broker-checks/checks.ts'
import { addDays } from '#core/calendar.ts'
import { accountDay } from '#server/today.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const FILES = '/api/broker-checks/files'
keepDay()
const DAY = addDays(accountDay(), -3)
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

type Broker = { companyName: string; mcNumber?: string; dotNumber?: string }

async function addBroker(broker: Broker, client = me): Promise<number> {
  return (await client.post('/api/brokers', broker)).body.id
}

const AUTHORITY = { DOCKET_NUMBER: 'MC000077', USDOT_NUMBER: '00000123', LEGAL_NAME: 'SUMMIT LLC' }
const ACTIVE = { ...AUTHORITY, OP_AUTH_TYPE: 'BROKER', OP_AUTH_STATUS: 'ACTIVE' }
const TITLES = [...Object.keys(ACTIVE), 'BUS_CITY']

type Sent = { rows?: object[]; day?: string; titles?: string[]; searched?: string[] }

async function importRows(sent: Sent = {}, client = me, headers = {}) {
  const { keys } = (await client.get<AllChecks>('/api/broker-checks')).body
  const file = { name: 'carrier.csv', day: DAY, rowCount: 9, titles: TITLES, searched: keys }
  return client.post<ImportedFile>(FILES, { ...file, rows: [ACTIVE], ...sent }, headers)
}

async function readChecks(id: number, client = me): Promise<BrokerChecks> {
  return (await client.get<BrokerChecks>(`/api/brokers/${id}/checks`)).body
}

async function readAll(client = me): Promise<AllChecks> {
  return (await client.get<AllChecks>('/api/broker-checks')).body
}

test('C229 Only rows of the account’s brokers are stored, found by USDOT, or else by MC', async () => {
  const byDot = await addBroker({ companyName: 'Summit', mcNumber: 'MC 5', dotNumber: '123' })
  const byMc = await addBroker({ companyName: 'Same MC', mcNumber: '77' })
  const forwarder = await addBroker({ companyName: 'Forwarder', mcNumber: 'FF 77' })
  const without = await addBroker({ companyName: 'No Numbers' })
  const stranger = { ...ACTIVE, DOCKET_NUMBER: 'MC9', USDOT_NUMBER: '9' }
  const { status, body } = await importRows({ rows: [{ ...ACTIVE, BUS_CITY: 'Reno' }, stranger] })
  expect([status, body]).toEqual([201, { kind: 'authority', day: DAY, found: 2, absent: 1 }])
  const answers = await Promise.all(
    [byDot, byMc, forwarder, without].map(async (id) => (await readChecks(id)).answers),
  )
  const said = { kind: 'authority', day: DAY, bondMissing: false }
  const active = { ...said, answer: 'active', rows: [ACTIVE] }
  const absent = { ...said, answer: 'absent', rows: [] }
  expect(answers).toEqual([[active], [active], [absent], []])
  const stored = await database.selectFrom('brokerChecks').select('rows').execute()
  expect(JSON.stringify(stored)).not.toContain('Reno')
})

test('C229 A file that is imported again replaces its rows; a repeated request is one import', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  const key = { 'idempotency-key': 'file-1' }
  const first = await importRows({}, me, key)
  expect((await importRows({}, me, key)).body).toEqual(first.body)
  await importRows({ rows: [{ ...ACTIVE, OP_AUTH_STATUS: 'INACTIVE' }] })
  const { answers, news } = await readChecks(id)
  expect([answers.map(({ answer }) => answer), news]).toEqual([['not-active'], []])
  const { files } = await readAll()
  expect(files).toMatchObject([{ kind: 'authority', day: DAY, found: 1, importedBy: 'Pat Doe' }])
})

test('C229 Two imports of the same file at once are stored as one file', async () => {
  await addBroker({ companyName: 'Summit', dotNumber: '123' })
  const both = await Promise.all([importRows(), importRows()])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect((await readAll()).brokers[0]?.answers).toHaveLength(1)
})

test.each<[Sent, string, string]>([
  [{ titles: ['Load #'] }, 'titles', 'Haulbook can’t read this file'],
  [{ day: '' }, 'day', 'File day is required'],
  [{ day: addDays(accountDay(), 2) }, 'day', 'File day must not be in the future'],
  [{ day: '2019-01-01' }, 'day', 'File day must be in 2020 or later'],
])('C229 A wrong file is rejected at its field: case %#', async (sent, field, message) => {
  const { status, body } = await importRows(sent)
  const { fields } = body as unknown as { fields: Record<string, string[]> }
  expect([status, fields[field]?.[0]]).toEqual([400, expect.stringContaining(message)])
  expect((await readAll()).files).toEqual([])
})

test('C230 A number that no file was searched for has no answer', async () => {
  const { keys } = await readAll()
  const id = await addBroker({ companyName: 'Late', dotNumber: '123' })
  await importRows({ searched: keys })
  expect(await readChecks(id)).toMatchObject({ answers: [], notSearched: ['authority'] })
  await importRows()
  expect(await readChecks(id)).toMatchObject({ answers: [{ answer: 'active' }], notSearched: [] })
  const broker = (await me.get(`/api/brokers/${id}`)).body
  await me.put(`/api/brokers/${id}`, { ...broker, dotNumber: '124' })
  const changed = await readChecks(id)
  expect(changed).toMatchObject({ answers: [], notSearched: ['authority'], checkedOn: null })
})

test('C230 A load’s page shows the answer about authority with the file’s day', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  const badge = async () => (await me.get(`/api/brokers/${id}/check-badge`)).body
  expect(await badge()).toEqual({ text: null, answer: null, bondMissing: false })
  await importRows({ day: '2026-11-20' })
  expect(await badge()).toEqual({
    text: 'Broker authority active, file of 11/20/2026',
    answer: 'active',
    bondMissing: false,
  })
})

test('C339 A missing bond of an active authority is in the list, on the broker and on the load', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  await importRows({ day: '2026-11-20', rows: [{ ...ACTIVE, BOND_REQ: 'Yes', BOND_FILE: 'No' }] })
  const said = { answer: 'active', bondMissing: true }
  expect((await readAll()).brokers).toMatchObject([{ answers: [said] }])
  expect((await readChecks(id)).answers).toMatchObject([said])
  expect((await me.get(`/api/brokers/${id}/check-badge`)).body).toEqual({
    ...said,
    text: 'Broker authority active, but no bond on file, file of 11/20/2026',
  })
})

test('C231 The newest file by day counts, and a row that disappeared is reported', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  await importRows({ day: '2026-11-20', rows: [] })
  await importRows({ day: '2026-11-13' })
  expect(await readChecks(id)).toMatchObject({
    answers: [{ answer: 'absent', day: '2026-11-20' }],
    news: ['Broker authority file: in the file of 11/13/2026, no longer in the file of 11/20/2026'],
    checkedOn: '2026-11-13',
  })
  expect((await readAll()).brokers[0]).toMatchObject({ news: 1, notes: 0 })
})

test('C232 A manual check has a day, a person, a result and a note, and can be deleted', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  const path = `/api/brokers/${id}/checks`
  const check = { day: DAY, result: 'unclear', note: ' Called them ' }
  const key = { 'idempotency-key': 'hand-1' }
  const first = await me.post(path, check, key)
  expect((await me.post(path, check, key)).body).toEqual(first.body)
  const [stored] = (await readChecks(id)).manual
  expect(stored).toMatchObject({ ...check, note: 'Called them', checkedBy: 'Pat Doe' })
  const future = await me.post(path, { ...check, day: addDays(accountDay(), 2) })
  expect([future.status, future.body]).toMatchObject([
    400,
    { fields: { day: ['Date must not be in the future'] } },
  ])
  expect((await me.post(path, { day: DAY, result: 'absent' })).status).toBe(400)
  const events = await me.get<Body[]>('/api/audit?subject=broker_checks')
  expect(events.body).toMatchObject([{ action: 'created' }])
  expect((await me.delete(`/api/broker-checks/${stored?.id}`)).status).toBe(204)
  expect((await readChecks(id)).manual).toEqual([])
})

test('C232 A file’s answer can’t be deleted', async () => {
  await addBroker({ companyName: 'Summit', dotNumber: '123' })
  await importRows()
  const [{ id } = { id: 0 }] = await database
    .selectFrom('brokerChecks')
    .select('id')
    .orderBy('id', 'desc')
    .execute()
  expect((await me.delete(`/api/broker-checks/${id}`)).status).toBe(404)
})

test('C232 A broker is due for a check again after the number of days in the settings', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  const isDue = async () => (await readChecks(id)).due
  expect(await isDue()).toBe(true)
  await importRows({ rows: [] })
  expect(await isDue()).toBe(true)
  const check = { result: 'active', day: addDays(accountDay(), -90) }
  await me.post(`/api/brokers/${id}/checks`, check)
  expect(await isDue()).toBe(true)
  await me.post(`/api/brokers/${id}/checks`, { ...check, day: addDays(accountDay(), -89) })
  expect(await isDue()).toBe(false)
  const { id: settings } = (await me.post('/api/settings', { brokerCheckDays: 30 })).body
  expect(await isDue()).toBe(true)
  const saved = (await me.get('/api/settings')).body
  await me.put(`/api/settings/${settings}`, { ...saved, brokerCheckDays: null })
  expect(await isDue()).toBe(false)
  expect((await readAll()).dueAfter).toBeNull()
})

test('C233 The office reads checks; members who change loads add them', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  const check = { day: DAY, result: 'active' }
  const statuses: Record<string, number[]> = {}
  for (const role of ['accounting', 'dispatcher', 'safety', 'viewer'] as const) {
    const member = await inviteMember(app, me, role)
    const read = await member.get('/api/broker-checks')
    const added = await member.post(`/api/brokers/${id}/checks`, check)
    const imported = await importRows({}, member)
    statuses[role] = [read.status, added.status, imported.status]
  }
  expect(statuses).toEqual({
    accounting: [200, 201, 201],
    dispatcher: [200, 201, 201],
    safety: [200, 403, 403],
    viewer: [200, 403, 403],
  })
})

test('S10 Another account’s brokers are not found, and its file gives this account no answer', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  const stranger = await signUp(app)
  const own = await addBroker({ companyName: 'Other', dotNumber: '124' }, stranger)
  await importRows({}, stranger)
  expect((await readChecks(id)).answers).toEqual([])
  expect((await stranger.get(`/api/brokers/${id}/checks`)).status).toBe(404)
  expect((await stranger.get(`/api/brokers/${id}/check-badge`)).status).toBe(404)
  expect((await readChecks(own, stranger)).answers).toMatchObject([{ answer: 'absent' }])
})

test('C230 The database stores no “active” without a row', async () => {
  const id = await addBroker({ companyName: 'Summit', dotNumber: '123' })
  await importRows()
  const update = database.updateTable('brokerChecks').where('brokerId', '=', id)
  await expect(update.set({ result: 'absent' }).execute()).rejects.toThrow('rows_check')
  await expect(update.set({ fileId: null }).execute()).rejects.toThrow('rows_check')
})
