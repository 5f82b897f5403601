/** People and accounts: who belongs where, which account a login enters, and the switch to another one. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#core/accounts/accounts.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { endEverySession } from '#server/accounts/end-sessions.ts'
import { endSessions, findSessionMember, moveSession } from '#server/accounts/sessions.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { acceptInvitation, inviteByLink, inviteMember } from '#server/testing/team.ts'
import {
  createClient,
  PASSWORD,
  readAccountId,
  readCookie,
  signUp,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'
import { holdMembership } from './memberships.ts'

const { app, database } = await ownApp()
let people = 0

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
})

const readUser = async (client: Client) => (await client.get<SignedInUser>('/api/auth/user')).body

async function logIn(email: string, password = PASSWORD) {
  const response = await createClient(app).post<SignedInUser>('/api/login', { email, password })
  return { ...response, client: createClient(app, readCookie(response.headers['set-cookie'])) }
}

/** A person who founded one account and was invited to another. */
async function createPersonOfTwoAccounts() {
  const email = `two${++people}@example.com`
  const founder = await signUp(app, email)
  const admin = await signUp(app)
  const token = await inviteByLink(admin, { email, role: 'dispatcher' })
  const second = await acceptInvitation(app, { token, password: PASSWORD })
  const [own, other] = [await readAccountId(founder), await readAccountId(admin)]
  return { email, founder, admin, second, own, other }
}

test('C67 A sign-up makes a person, an account and its Admin', async () => {
  const me = await signUp(app)
  const user = await readUser(me)
  expect(user).toMatchObject({ role: 'admin', ownerId: null, driverId: null, language: null })
  expect(user.permissions).toContain('admin')
  expect(user.account.id).not.toBe(user.id)
  expect(user.account.name).toBe('Pat Doe')
  expect(user.accounts).toEqual([{ ...user.account, role: 'admin' }])
  await me.post('/api/settings', { companyName: 'Blue Ridge' })
  expect((await readUser(me)).account.name).toBe('Blue Ridge')
})

test('C67 A session belongs to one account, which its cookie names', async () => {
  const { founder, second, own, other } = await createPersonOfTwoAccounts()
  expect([founder, second].map(({ cookie }) => cookie.split(/[=.]/)[1])).toEqual([own, other])
  expect(await readUser(founder)).toMatchObject({ role: 'admin', account: { id: own } })
  expect(await readUser(second)).toMatchObject({ role: 'dispatcher', account: { id: other } })
  const swapped = createClient(app, second.cookie.replace(other, own))
  expect((await swapped.get('/api/auth/user')).status).toBe(401)
})

test('C67 A login enters the account that the person used last', async () => {
  const { email, second, own, other } = await createPersonOfTwoAccounts()
  expect((await logIn(email)).body.account.id).toBe(other)
  await second.post('/api/auth/account', { id: own })
  expect((await logIn(email)).body.account.id).toBe(own)
})

test('C67 A person can switch only to their own accounts', async () => {
  const { second, own, other } = await createPersonOfTwoAccounts()
  const before = (await second.get<Session[]>('/api/auth/sessions')).body.find((one) => one.current)
  const foreign = await readAccountId(await signUp(app))
  expect((await second.post('/api/auth/account', { id: foreign })).status).toBe(404)
  const switched = await second.post<SignedInUser>('/api/auth/account', { id: own })
  expect(switched.body).toMatchObject({ role: 'admin', account: { id: own } })
  expect(switched.body.accounts.map(({ id }) => id).toSorted()).toEqual([own, other].toSorted())
  expect((await second.get('/api/auth/user')).status).toBe(401)
  const now = createClient(app, readCookie(switched.headers['set-cookie']))
  const after = (await now.get<Session[]>('/api/auth/sessions')).body.find((one) => one.current)
  expect(after?.createdAt).toBe(before?.createdAt)
})

test('C67 A page loads while the person’s other accounts can’t be read', async () => {
  const { founder, other } = await createPersonOfTwoAccounts()
  const before = await readUser(founder)
  expect(before.accounts).toHaveLength(2)
  // Simulates that the machine with the other account is down.
  await sql`create function fail_to_connect() returns boolean language plpgsql as
    $$ begin raise exception 'connection to the remote node failed' using errcode = 'connection_failure'; end $$`.execute(
    database,
  )
  await sql`create policy members_there on members
    using (case when user_id = ${sql.lit(other)} then fail_to_connect() else true end)`.execute(
    database,
  )
  await sql`alter table members enable row level security`.execute(database)
  try {
    const { status, body } = await founder.get<SignedInUser>('/api/auth/user')
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, accounts: [{ ...before.account, role: 'admin' }] })
  } finally {
    await sql`drop policy members_there on members`.execute(database)
    await sql`alter table members disable row level security`.execute(database)
  }
})

test('C67 A switch to the account of the session changes nothing', async () => {
  const { second, other } = await createPersonOfTwoAccounts()
  const same = await second.post('/api/auth/account', { id: other })
  expect([same.status, same.body.message]).toEqual([409, 'You are already in this account.'])
  expect((await second.get('/api/auth/user')).status).toBe(200)
})

test.each([
  ['of the person', (personId: string) => endSessionsOfPerson(personId)],
  ['of everyone', () => endEverySession(database)],
])('C67 S06 A switch that runs while all sessions %s end leaves no session', async (_, end) => {
  const { second, own } = await createPersonOfTwoAccounts()
  const { id: personId } = await readUser(second)
  const token = second.cookie.split('=')[1] ?? ''
  let ended: Promise<unknown> = Promise.resolve()
  const moved = await inTransaction(database, async (work) => {
    const membership = { accountId: own, personId }
    await holdMembership(work, membership)
    const to = await moveSession(work, token, membership)
    ended = end(personId)
    await waitForLock()
    return to
  })
  await ended
  expect(await findSessionMember(database, moved ?? '')).toBeUndefined()
})

test('C67 S06 A session that is ended while it switches to another account does not stay', async () => {
  const { founder, second, own } = await createPersonOfTwoAccounts()
  const { id: personId } = await readUser(second)
  const { body: sessions } = await second.get<Session[]>('/api/auth/sessions')
  const { id } = sessions.find(({ current }) => current) ?? { id: 0 }
  let ended: Promise<{ status: number }> = Promise.resolve({ status: 0 })
  const moved = await inTransaction(database, async (work) => {
    const seat = { accountId: own, personId }
    await holdMembership(work, seat)
    const to = await moveSession(work, second.cookie.split('=')[1] ?? '', seat)
    ended = founder.delete(`/api/auth/sessions/${id}`)
    await waitForLock()
    return to
  })
  expect((await ended).status).toBe(204)
  expect(await findSessionMember(database, moved ?? '')).toBeUndefined()
})

test('S06 If two requests end the same session at once, one ends it and the other finds none', async () => {
  const { founder, second } = await createPersonOfTwoAccounts()
  const { body: sessions } = await founder.get<Session[]>('/api/auth/sessions')
  const other = sessions.find(({ current }) => !current)
  const end = () => founder.delete(`/api/auth/sessions/${other?.id}`)
  const statuses = (await Promise.all([end(), end()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 404])
  expect((await second.get('/api/auth/user')).status).toBe(401)
  expect((await founder.get('/api/auth/user')).status).toBe(200)
})

test('S06 A request that renews a session while it is ended does not bring it back', async () => {
  const { founder, second, other } = await createPersonOfTwoAccounts()
  const { body: sessions } = await founder.get<Session[]>('/api/auth/sessions')
  const { id } = sessions.find(({ current }) => !current) ?? { id: 0 }
  await sql`update sessions set expire = expire - interval '2 hours' where user_id = ${other}`.execute(
    database,
  )
  let renewed: Promise<unknown> = Promise.resolve()
  await inTransaction(database, async (work) => {
    await sql`delete from sessions where user_id = ${other} and id = ${id}`.execute(work)
    renewed = second.get('/api/auth/user')
    await waitForLock()
  })
  await renewed
  expect((await second.get('/api/auth/user')).status).toBe(401)
})

const endSessionsOfPerson = (personId: string) =>
  inTransaction(database, (work) => endSessions(work, personId))

/** Returns when a statement waits for a lock. */
async function waitForLock() {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(database)).rows).toHaveLength(1)
}

test('C67 Sessions and the password are the person’s in all accounts', async () => {
  const { email, founder, second } = await createPersonOfTwoAccounts()
  const { body: sessions } = await second.get<Session[]>('/api/auth/sessions')
  expect(sessions.map(({ current }) => current)).toEqual([true, false])
  const ofFounder = sessions.find(({ current }) => !current)
  expect((await second.delete(`/api/auth/sessions/${ofFounder?.id}`)).status).toBe(204)
  expect((await founder.get('/api/auth/user')).status).toBe(401)
  const again = (await logIn(email)).client
  const change = { currentPassword: PASSWORD, newPassword: 'quite another horse' }
  expect((await again.put('/api/auth/password', change)).status).toBe(200)
  expect((await second.get('/api/auth/user')).status).toBe(401)
})

test('C67 Two people of an account use the same Idempotency-Key for different records', async () => {
  const admin = await signUp(app)
  const member = await inviteMember(app, admin, 'accounting')
  const key = { 'idempotency-key': 'same' }
  const first = await admin.post(
    '/api/dispatchers',
    { name: 'Ann', phone: '1', email: 'a@b.co' },
    key,
  )
  const second = await member.post(
    '/api/dispatchers',
    { name: 'Bo', phone: '1', email: 'b@b.co' },
    key,
  )
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body.id)
})

test('C67 The time last seen is updated at a login and then at most once an hour', async () => {
  const admin = await signUp(app)
  const accountId = await readAccountId(admin)
  const seen = sql`update members set last_seen_at = now() - interval '1 day' where user_id = ${accountId}`
  const read = async () => {
    const found = database.selectFrom('members').select('lastSeenAt')
    return (await found.where('userId', '=', accountId).executeTakeFirst())?.lastSeenAt
  }
  await seen.execute(database)
  const before = await read()
  await admin.get('/api/auth/user')
  expect(await read()).toBe(before)
  await sql`update sessions set expire = expire - interval '2 hours' where user_id = ${accountId}`.execute(
    database,
  )
  await admin.get('/api/auth/user')
  expect(await read()).not.toBe(before)
})
