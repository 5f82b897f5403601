import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog, formatChanges, type AuditEvent } from '#core/audit/audit.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { listSecrets } from '#core/entities/entity.ts'
import { listOperations, type ApiPage } from '#server/testing/fuzz/calls.ts'
import { exampleQuery } from '#server/testing/fuzz/examples.ts'
import { useFactoring } from '#server/testing/factoring/use-factoring.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import {
  createClient,
  PASSWORD,
  readAccountId,
  signUp,
  signUpOnly,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
let me: Client

type Entry = AuditEvent & {
  id: number
  action: string
  subjectId: number
  label: string
  via: string
}

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  me = await signUp(app)
})

/** The events, newest first. */
async function log(query = '', client = me): Promise<Entry[]> {
  return (await client.get<Entry[]>(`/api/audit?${query}`)).body
}

const actions = (entries: Entry[]) => entries.map(({ action }) => action)

describe.each(everyEntity.map(({ name, label }) => ({ name, label })))(
  'S31 $name',
  ({ name, label }) => {
    test('additions, changes and deletions are logged with the values before and after', async () => {
      const { body } = await me.post(`/api/${name}`, makeSample(name))
      const changed = { ...body, [label]: 'Renamed', notes: 'new' }
      await me.put(`/api/${name}/${body.id}`, changed)
      await me.put(`/api/${name}/${body.id}`, changed)
      await me.delete(`/api/${name}/${body.id}`)
      const entries = await log(`subject=${name}&subjectId=${body.id}`)
      expect(actions(entries)).toEqual(['deleted', 'changed', 'created'])
      const [deleted, renamed, created] = entries
      expect(created).toMatchObject({
        before: null,
        after: { [label]: body[label] },
        label: body[label],
      })
      expect(renamed?.before).toMatchObject({ [label]: body[label] })
      expect(renamed?.after).toMatchObject({ [label]: 'Renamed' })
      expect(Object.keys(renamed?.after ?? {}).length).toBeLessThanOrEqual(2)
      expect(deleted).toMatchObject({
        before: { [label]: 'Renamed' },
        after: null,
        via: 'haulbook',
      })
    })
  },
)

test.each(everyEntity.filter(({ fields }) => listSecrets(fields).length))(
  'S31 The log hides every secret of $name',
  async ({ name, fields }) => {
    const secrets = Object.fromEntries(listSecrets(fields).map((field) => [field, 'Confidential']))
    const { id } = (await me.post(`/api/${name}`, { ...makeSample(name, 900), ...secrets })).body
    const [entry] = await log(`subject=${name}&subjectId=${id}`)
    const hidden = Object.keys(secrets).map((field) => [field, 'hidden'])
    expect(entry?.after).toMatchObject(Object.fromEntries(hidden))
  },
)

test('S31 S13 The log shows that a bank detail or tax ID changed, but not its value', async () => {
  const { body } = await me.post('/api/owners', { ...makeSample('owners'), bankDetails: 'First' })
  await me.put(`/api/owners/${body.id}`, { ...body, bankDetails: 'Second', taxId: null })
  const [changed, created] = await log('subject=owners')
  expect(created?.after).toMatchObject({ bankDetails: 'hidden', taxId: 'hidden' })
  expect(changed).toMatchObject({
    before: { bankDetails: 'hidden', taxId: 'hidden' },
    after: { bankDetails: 'hidden', taxId: null },
  })
})

test('S31 Amounts keep their cents, and a link that a deletion cleared is logged', async () => {
  const driver = (await me.post('/api/drivers', makeSample('drivers'))).body
  const load = (await me.post('/api/loads', { ...makeSample('loads'), driverId: driver.id })).body
  await me.delete(`/api/drivers/${driver.id}`)
  const [cleared, created] = await log(`subject=loads&subjectId=${load.id}`)
  expect(created?.after).toMatchObject({ revenue: '2400.00', driverId: String(driver.id) })
  expect(cleared).toMatchObject({
    before: { driverId: String(driver.id) },
    after: { driverId: null },
  })
})

test('S31 Saving a settlement is one event, and each later change is another', async () => {
  const truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
  const sent = { truckId, settlementDate: '2026-11-20', fuel: '12.50', tolls: '3.00' }
  const { body } = await me.post('/api/billing', sent)
  await me.put(`/api/billing/${body.id}`, { ...body, fuel: '20.00' })
  const entries = await log('subject=billing')
  expect(actions(entries)).toEqual(['changed', 'created'])
  expect(entries[1]?.after).toMatchObject({ fuel: '12.50', netPayment: '-15.50' })
  expect(entries[0]?.before).toMatchObject({ fuel: '12.50', netPayment: '-15.50' })
  expect(entries[0]?.after).toMatchObject({ fuel: '20.00', netPayment: '-23.00' })
})

test('S31 A rejected or undone change leaves no event', async () => {
  await me.post('/api/trucks', makeSample('trucks'))
  await me.post('/api/trucks', makeSample('trucks'))
  expect(actions(await log('subject=trucks'))).toEqual(['created'])
})

test('S31 Logins, failed logins, ended sessions and files are logged', async () => {
  const email = 'kept@example.com'
  me = await signUpOnly(app, email)
  const signedOut = createClient(app)
  await signedOut.post('/api/login', { email, password: 'wrong wrong' })
  await signedOut.post('/api/login', { email: 'stranger@example.com', password: 'wrong wrong' })
  await signedOut.post('/api/login', { email, password: PASSWORD })
  await me.delete('/api/auth/sessions')
  await me.get('/api/loads/export.csv')
  await me.get('/api/account/export.zip')
  await expect
    .poll(async () => actions(await log('sort=id')))
    .toEqual([
      ...['created', 'created', 'signed-up', 'login-refused', 'logged-in', 'sessions-ended'],
      ...['exported', 'exported'],
    ])
  expect(JSON.stringify(await log('sort=id'))).not.toContain('wrong')
})

await app.ready()
const subjects = auditLog.fields.subject?.options?.map(({ value }) => value)
/** The sample file contains no data of the account. */
const page = (await (await signUp(app)).get<ApiPage>('/api/docs/json')).body
const downloads = listOperations(page).filter(
  ({ path }) => /\.(csv|xlsx|zip)$/.test(path) && !/\/sample\.(csv|xlsx)$/.test(path),
)
async function inviteOwner(): Promise<Client> {
  const { id: ownerId } = (await me.post('/api/owners', makeSample('owners', 1))).body
  return inviteMember(app, me, 'owner', { ownerId })
}

/** The path with the id of an invoice or a schedule. */
async function findAddress(path: string): Promise<string> {
  const isOfInvoices = path === '/api/invoices/packets.zip'
  if (!path.includes('{id}') && !isOfInvoices) return path
  const ids = await useFactoring(me)
  const [invoice] = (await me.get<{ id: number }[]>('/api/invoices')).body
  if (isOfInvoices) return `${path}?ids=${invoice?.id}`
  return path.replace(
    '{id}',
    String(path.includes('schedule') ? ids['factor-schedules'] : invoice?.id),
  )
}

test.each(downloads)('S31 Downloading $path is an event of the audit log', async (route) => {
  const { path } = route
  const client = path.startsWith('/api/portal/') ? await inviteOwner() : me
  const address = await findAddress(path)
  const { status } = await client.get(
    address.includes('?') ? address : `${address}${exampleQuery(route)}`,
  )
  expect(status).toBe(200)
  await expect.poll(() => log('action=exported')).toHaveLength(1)
  const [exported] = await log('action=exported')
  expect(subjects).toContain(exported?.subject)
})

test('S31 Each list, the run, the year and the account have a download', () => {
  expect(downloads.length).toBeGreaterThanOrEqual(everyEntity.length + 6)
})

test('S31 A download that the client aborts is logged', async () => {
  const trucks = Array.from({ length: 3 }, (_, n) =>
    me.post('/api/trucks', makeSample('trucks', n)),
  )
  await Promise.all(trucks)
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/trucks/export.csv`
  const broken = new AbortController()
  const response = await fetch(url, { headers: { cookie: me.cookie }, signal: broken.signal })
  broken.abort()
  expect(response.status).toBe(200)
  await expect.poll(() => log('action=exported')).toHaveLength(1)
})

test('S31 A download that cannot be logged is rejected', async () => {
  await sql`create function reject_export() returns trigger language plpgsql as $$
    begin raise exception 'no event'; end $$`.execute(database)
  await sql`create trigger reject_export before insert on audit for each row
    when (new.action = 'exported') execute function reject_export()`.execute(database)
  // More requests than there are slots: each rejected download must free its slot.
  const statuses = new Set<number>()
  for (let tries = 0; tries < 6; tries++)
    statuses.add((await me.get('/api/trucks/export.csv')).status)
  await sql`drop function reject_export cascade`.execute(database)
  expect([...statuses]).toEqual([503])
  expect((await me.get('/api/trucks/export.csv')).status).toBe(200)
})

test('S31 A HEAD request and a rejected request are not logged as downloads', async () => {
  await me.send('HEAD', '/api/settlements/year.csv?year=2026')
  await me.get('/api/settlements/run/register.csv?week=never')
  await me.get('/api/loads/export.csv')
  await expect.poll(() => log('action=exported')).toHaveLength(1)
})

test('S31 The log can be searched, filtered, sorted, paged and exported', async () => {
  for (const n of [1, 2, 3]) await me.post('/api/trucks', makeSample('trucks', n))
  expect(await log('search=T-2')).toHaveLength(1)
  expect(await log('action=created&limit=2&sort=label')).toHaveLength(2)
  expect(await log('createdAt.from=2999-01-01')).toEqual([])
  expect((await me.get('/api/audit?nonsense=1')).status).toBe(400)
  const file = await me.get('/api/audit/export.csv?search=T-2')
  expect(file.status).toBe(200)
  expect(file.text).toContain('Freightliner')
})

test('S31 Links show the labels of that time, even after a rename or deletion', async () => {
  const driver = (await me.post('/api/drivers', { ...makeSample('drivers'), name: 'Ana' })).body
  const load = (await me.post('/api/loads', { ...makeSample('loads'), driverId: driver.id })).body
  await me.put(`/api/drivers/${driver.id}`, { ...driver, name: 'Anna' })
  await me.delete(`/api/drivers/${driver.id}`)
  const entries = await log(`subject=loads&subjectId=${load.id}`)
  const name = `drivers/${driver.id}`
  expect(entries.map(({ names }) => names)).toEqual([{ [name]: 'Anna' }, { [name]: 'Ana' }])
  const words = entries.map((entry) => formatChanges(entry))
  expect(words[0]).toBe('Driver Anna → –')
  expect(words[1]).toContain('Driver Ana;')
})

test('S31 C127 The log names the dispatcher of a load', async () => {
  const dispatcher = (await me.post('/api/dispatchers', makeSample('dispatchers'))).body
  const sent = { ...makeSample('loads', 127), dispatcherId: dispatcher.id }
  const load = (await me.post('/api/loads', sent)).body
  const [entry] = await log(`subject=loads&subjectId=${load.id}`)
  expect(entry && formatChanges(entry)).toContain('Dispatcher Łukasz Nguyễn;')
})

/** The zones are a day apart: today differs between them. */
test.each(['Pacific/Kiritimati', 'Pacific/Honolulu'])(
  'S31 Dates of the log use the viewer’s time zone, %s',
  async (zone) => {
    const dayIn = (timeZone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
    const elsewhere = zone === 'Pacific/Honolulu' ? 'Pacific/Kiritimati' : 'Pacific/Honolulu'
    await me.post('/api/trucks', makeSample('trucks'))
    const on = (day: string) =>
      `subject=trucks&createdAt.from=${day}&createdAt.to=${day}&zone=${zone}`
    expect(await log(on(dayIn(zone)))).toHaveLength(1)
    expect(await log(on(dayIn(elsewhere)))).toEqual([])
    const file = await me.get(`/api/audit/export.csv?${on(dayIn(elsewhere))}`)
    expect(file.text).not.toContain('Freightliner')
  },
)

test.each(['Mars/Olympus', '+05:00', "UTC'", '', 'EST5EDT,M3.2.0'])(
  'S31 %j is not a time zone',
  async (zone) => {
    const query = `createdAt.from=2026-01-01&zone=${encodeURIComponent(zone)}`
    expect((await me.get(`/api/audit?${query}`)).status).toBe(400)
  },
)

test('C261 S31 The log is in the order of time, even if the ids are not', async () => {
  await me.post('/api/trucks', makeSample('trucks', 261))
  const account = await readAccountId(me)
  // On several machines, each assigns its own ids.
  await sql`insert into audit (user_id, id, save_id, action, subject, created_at) overriding system value
    values (${account}, -261, -261, 'exported', 'loads', now() + interval '1 second')`.execute(
    database,
  )
  expect(actions(await log())[0]).toBe('exported')
  const { body } = await me.get<{ action: string }[]>('/api/audit/saves')
  expect(body[0]?.action).toBe('exported')
})

test.each([
  ['haulbook.program', 'the office', 'the office'],
  ['application_name', 'psql', 'psql'],
  ['application_name', 'citus_internal gpid=10000028019', 'current_user'],
])('C261 An entry names the program: %s %s', async (setting, value, expected) => {
  const work = await database.startTransaction().execute()
  await sql`select set_config(${setting}, ${value}, true)`.execute(work)
  const { rows } = await sql<{ via: string; user: string }>`insert into audit (user_id, action)
    values (${await readAccountId(me)}, 'exported') returning via, current_user as user`.execute(
    work,
  )
  await work.rollback().execute()
  expect(rows[0]?.via).toBe(expected === 'current_user' ? rows[0]?.user : expected)
})

test('S31 S10 An account does not see the log of another', async () => {
  const other = await signUp(app)
  await me.post('/api/trucks', makeSample('trucks'))
  expect(await log('subject=trucks', other)).toEqual([])
})

test.each([
  ['changed', "update audit set label = 'x'"],
  ['deleted', 'delete from audit'],
  ['emptied', 'truncate audit'],
])('S31 Events cannot be %s, not even by the app’s role', async (_, statement) => {
  await expect(sql.raw(statement).execute(database)).rejects.toThrow('only ever added to')
})

/** Saved views are not business records. */
const NOT_AUDITED = ['views']

test('S31 Every table of records that users change has its audit trigger', async () => {
  const { rows } = await sql<{ name: string; kept: boolean }>`
    select table_name as name, exists (select 1 from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = table_name::regclass and proname = 'touch_audit') as kept
    from information_schema.columns
    where table_schema = 'public' and column_name = 'version'`.execute(database)
  expect(rows.length).toBeGreaterThan(7)
  const missing = rows.filter(({ name, kept }) => !kept && !NOT_AUDITED.includes(name))
  expect(missing).toEqual([])
})

test('S31 Approving a settlement is logged as a change of its status', async () => {
  const truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
  await me.post('/api/loads', { ...makeSample('loads'), truckId })
  const { body } = await me.post('/api/billing', { truckId, settlementDate: '2026-11-20' })
  expect((await me.post(`/api/billing/${body.id}/approve`, {})).status).toBe(200)
  const [approved] = await log('subject=billing')
  expect(approved).toMatchObject({ before: { status: 'pending' }, after: { status: 'approved' } })
})
