/** The members of an account: their roles, the end of a membership, and the last Admin. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { accountMessages } from '#core/messages.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Team, TeamMember } from '#core/team/team.ts'
import { buildApp } from '#server/app.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteByLink, inviteMember } from '#server/testing/team.ts'
import {
  createClient,
  PASSWORD,
  readAccountId,
  signUp,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
let admin: Client

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  admin = await signUp(app)
})

const readTeam = async (client = admin) => (await client.get<Team>('/api/team')).body

async function findMember(client: Client): Promise<TeamMember> {
  const { id } = (await client.get<SignedInUser>('/api/auth/user')).body
  const member = (await readTeam()).members.find(({ personId }) => personId === id)
  if (!member) throw new Error('No such member')
  return member
}

/** An account with two Admins, and statements that end each. The second is the one who signed up. */
async function createTwoAdmins() {
  const accountId = await readAccountId(admin)
  const second = await findMember(admin)
  const first = await findMember(await inviteMember(app, admin, 'admin'))
  const end = ({ id }: TeamMember) =>
    sql`update members set until = now() where user_id = ${accountId} and id = ${id}`
  return { accountId, endFirst: end(first), endSecond: end(second) }
}

async function countAdvisoryWaits(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    database,
  )
  return rows[0]?.count ?? NaN
}

const statusOf = async (client: Client) => (await client.get('/api/auth/user')).status

test('C68 An Admin sees the members with roles, last seen and represented records', async () => {
  const owner = (await admin.post('/api/owners', { ...makeSample('owners'), name: 'Rig LLC' })).body
  await inviteMember(app, admin, 'owner', { ownerId: owner.id, email: 'rig@team.example' })
  const { members } = await readTeam()
  expect(members).toMatchObject([
    { name: 'Pat Doe', role: 'admin', represents: null, until: null },
    { name: 'Sam owner', email: 'rig@team.example', role: 'owner', represents: 'Rig LLC' },
  ])
  expect(members.every(({ lastSeenAt }) => lastSeenAt !== null)).toBe(true)
})

test('C68 A change of the role takes effect on the next request', async () => {
  const member = await inviteMember(app, admin, 'accounting')
  const { id } = await findMember(member)
  expect((await member.get('/api/payments')).status).toBe(200)
  expect((await admin.put(`/api/team/members/${id}`, { role: 'safety' })).body).toMatchObject({
    role: 'safety',
    version: 2,
  })
  expect((await member.get('/api/payments')).status).toBe(403)
  expect((await member.get<SignedInUser>('/api/auth/user')).body.role).toBe('safety')
})

test('C68 A change of the role and the end of a membership take effect on every instance', async () => {
  const second = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
  const member = await inviteMember(app, admin, 'accounting')
  const there = createClient(second, member.cookie)
  const { id } = await findMember(member)
  expect((await there.get('/api/payments')).status).toBe(200)
  await admin.put(`/api/team/members/${id}`, { role: 'viewer' })
  expect((await there.get('/api/payments')).status).toBe(403)
  await createClient(second, admin.cookie).delete(`/api/team/members/${id}`)
  expect(await statusOf(member)).toBe(401)
  await second.close()
})

test('C68 Role settings take effect on the next request', async () => {
  const member = await inviteMember(app, admin, 'dispatcher')
  const readPermissions = async () =>
    (await member.get<SignedInUser>('/api/auth/user')).body.permissions
  expect(await readPermissions()).toContain('revenue')
  expect((await admin.get('/api/team/settings')).body).toMatchObject({ version: 0 })
  const saved = await admin.put('/api/team/settings', { dispatcherRevenue: false })
  expect(saved.body).toMatchObject({ dispatcherRevenue: false, requireTwoStep: false, version: 1 })
  expect(await readPermissions()).not.toContain('revenue')
  const late = await admin.put('/api/team/settings', { viewerRevenue: true }, { 'if-match': '"0"' })
  expect(late.status).toBe(412)
})

test('C68 The end of a membership ends its sessions immediately, and no other sessions', async () => {
  const member = await inviteMember(app, admin, 'viewer', { email: 'gone@team.example' })
  const other = await inviteMember(app, admin, 'viewer')
  const { id } = await findMember(member)
  expect((await admin.delete(`/api/team/members/${id}`)).status).toBe(204)
  expect([await statusOf(member), await statusOf(other), await statusOf(admin)]).toEqual([
    401, 200, 200,
  ])
  const left = database.selectFrom('sessions').innerJoin('persons', 'persons.id', 'personId')
  expect(await left.select('sid').where('email', '=', 'gone@team.example').execute()).toEqual([])
  expect((await readTeam()).members.find((one) => one.id === id)?.until).not.toBeNull()
  expect((await admin.delete(`/api/team/members/${id}`)).status).toBe(404)
  expect((await admin.put(`/api/team/members/${id}`, { role: 'admin' })).status).toBe(404)
  const login = { email: 'gone@team.example', password: PASSWORD }
  const refused = await createClient(app).post('/api/login', login)
  expect([refused.status, refused.body.message]).toEqual([403, accountMessages.noMembership])
})

test('C68 A session that a login stored while the membership ended opens nothing', async () => {
  const member = await inviteMember(app, admin, 'viewer')
  const { id } = await findMember(member)
  await sql`update members set until = now() where id = ${id}`.execute(database)
  expect(await statusOf(member)).toBe(401)
})

test('C68 The last Admin can neither leave nor be demoted', async () => {
  const { id } = await findMember(admin)
  const demoted = await admin.put(`/api/team/members/${id}`, { role: 'viewer' })
  expect([demoted.status, demoted.body.message]).toEqual([
    409,
    'Your team needs an Admin. Make another member an Admin first.',
  ])
  expect((await admin.delete(`/api/team/members/${id}`)).status).toBe(409)
  await inviteMember(app, admin, 'admin')
  expect((await admin.delete(`/api/team/members/${id}`)).status).toBe(204)
})

test('C68 If Admins remove each other at the same moment, one stays', async () => {
  const admins = [
    admin,
    await inviteMember(app, admin, 'admin'),
    await inviteMember(app, admin, 'admin'),
  ]
  const members = await Promise.all(admins.map(findMember))
  const paths = members.map(({ id }) => `/api/team/members/${id}`)
  const [first, second, third] = paths
  await Promise.all([
    admins[0]?.delete(String(second)),
    admins[1]?.put(String(third), { role: 'viewer' }),
    admins[2]?.delete(String(first)),
  ])
  const accountId = await database
    .selectFrom('members')
    .select('userId')
    .where('id', '=', members[0]?.id ?? 0)
    .executeTakeFirst()
  const left = database
    .selectFrom('members')
    .select('id')
    .where('userId', '=', accountId?.userId ?? '')
  const active = await left.where('role', '=', 'admin').where('until', 'is', null).execute()
  expect(active.length).toBe(1)
})

test('C68 The database keeps the last Admin, whatever program removes them', async () => {
  const accountId = await readAccountId(admin)
  const member = sql`where user_id = ${accountId} and role = 'admin'`
  for (const change of [
    sql`update members set until = now() ${member}`,
    sql`delete from members ${member}`,
  ])
    await expect(change.execute(database)).rejects.toThrow('members_last_admin')
})

test('C68 Of the last two Admins whose ends overlap, the second waits and stays, and the account is not locked', async () => {
  const { accountId, endFirst, endSecond } = await createTwoAdmins()
  const [one, other] = [
    await database.startTransaction().execute(),
    await database.startTransaction().execute(),
  ]
  await endFirst.execute(one)
  await sql`select from users where id = ${accountId} for no key update nowait`.execute(database)
  const refused = expect(endSecond.execute(other)).rejects.toThrow('members_last_admin')
  await expect.poll(countAdvisoryWaits).toBe(1)
  await one.commit().execute()
  await refused
  await other.rollback().execute()
  const left = (await readTeam()).members.filter(({ role, until }) => role === 'admin' && !until)
  expect(left).toHaveLength(1)
})

test('C37 C68 The end of an Admin and the deletion of the account do not wait for each other', async () => {
  const { accountId, endSecond } = await createTwoAdmins()
  const deletion = await database.startTransaction().execute()
  await sql`update users set deleted_at = now() where id = ${accountId}`.execute(deletion)
  const ending = await database.startTransaction().execute()
  await endSecond.execute(ending)
  const deleted = sql`delete from members where user_id = ${accountId}`.execute(deletion)
  await ending.commit().execute()
  expect(Number((await deleted).numAffectedRows)).toBe(2)
  await deletion.commit().execute()
})

test('C68 A truck owner’s or driver’s login needs the record that it represents', async () => {
  const driver = (await admin.post('/api/drivers', makeSample('drivers', 77))).body
  const invite = (body: object) =>
    admin.post('/api/team/invitations', { email: 'd@team.example', ...body })
  expect((await invite({ role: 'driver' })).body.fields).toEqual({ driverId: ['Choose a driver'] })
  expect((await invite({ role: 'owner' })).body.fields).toEqual({
    ownerId: ['Choose a truck owner'],
  })
  const stranger = await signUp(app)
  const foreign = (await stranger.post('/api/drivers', makeSample('drivers', 78))).body.id
  const missing = await invite({ role: 'driver', driverId: 99_999_999 })
  const ofOther = await invite({ role: 'driver', driverId: foreign })
  expect([missing.status, Object.keys(missing.body.fields ?? {})]).toEqual([400, ['driverId']])
  expect(ofOther.text).toBe(missing.text)
  const member = await inviteMember(app, admin, 'driver', { driverId: driver.id })
  const { id } = await findMember(member)
  const removed = await admin.delete(`/api/drivers/${driver.id}`)
  expect([removed.status, removed.body.message]).toEqual([
    409,
    'This driver has a login. End the membership on the Team page first.',
  ])
  await admin.delete(`/api/team/members/${id}`)
  expect((await admin.delete(`/api/drivers/${driver.id}`)).status).toBe(204)
})

test('C68 Another account’s member and invitation are missing records', async () => {
  const member = await inviteMember(app, admin, 'viewer')
  const { id } = await findMember(member)
  await inviteByLink(admin, { email: 'open@team.example', role: 'viewer' })
  const [invitation] = (await readTeam()).invitations
  const stranger = await signUp(app)
  const before = await readTeam()
  for (const [path, unused] of [
    [`/api/team/members/${id}`, '/api/team/members/99999999'],
    [`/api/team/invitations/${invitation?.id}`, '/api/team/invitations/99999999'],
  ] as const) {
    const [tried, missing] = [await stranger.delete(path), await stranger.delete(unused)]
    expect([tried.status, tried.text]).toEqual([404, missing.text])
  }
  const changed = await stranger.put(`/api/team/members/${id}`, { role: 'admin' })
  expect(changed.status).toBe(404)
  expect(await readTeam()).toEqual(before)
  expect((await readTeam(stranger)).members).toHaveLength(1)
})

test('C68 Only an Admin reaches the team', async () => {
  const members = await Promise.all(
    (['accounting', 'dispatcher', 'safety', 'viewer'] as const).map((role) =>
      inviteMember(app, admin, role),
    ),
  )
  for (const member of members) {
    expect((await member.get('/api/team')).status).toBe(403)
    expect(
      (await member.post('/api/team/invitations', { email: 'x@y.co', role: 'admin' })).status,
    ).toBe(403)
    expect((await member.put('/api/team/settings', { viewerRevenue: true })).status).toBe(403)
  }
})
