/** Invitations: shown once, used once, for one email and role, for seven days. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { INVALID_INVITATION, INVITATION_HEADER } from '#core/team/invitation-link.ts'
import type { OpenInvitation } from '#core/team/invitations.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Team } from '#core/team/team.ts'
import { acceptInvitation, inviteByLink, inviteMember } from '#server/testing/team.ts'
import {
  createClient,
  PASSWORD,
  readAccountId,
  signUp,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
const visitor = createClient(app)
let admin: Client
let people = 0

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  admin = await signUp(app)
})

const newEmail = () => `invited${++people}@team.example`
const open = (token: string) =>
  visitor.get<OpenInvitation>('/api/invitation', { [INVITATION_HEADER]: token })
const readInvitations = async () => (await admin.get<Team>('/api/team')).body.invitations

async function expectInvalid(token: string) {
  const read = await open(token)
  const used = await visitor.post('/api/invitation', { token, password: PASSWORD })
  const answer = JSON.stringify({ message: INVALID_INVITATION })
  expect([read.status, read.text, used.status, used.text]).toEqual([404, answer, 404, answer])
}

test('C69 A new person chooses a password and is a member with the invited role', async () => {
  const email = newEmail()
  await admin.post('/api/settings', { companyName: 'Blue Ridge' })
  const token = await inviteByLink(admin, { email: ` ${email.toUpperCase()} `, role: 'safety' })
  expect((await open(token)).body).toMatchObject({
    email,
    role: 'safety',
    account: 'Blue Ridge',
    known: false,
  })
  const weak = await visitor.post('/api/invitation', { token, password: 'password1' })
  expect([weak.status, Object.keys(weak.body.fields ?? {})]).toEqual([400, ['password']])
  const short = await visitor.post('/api/invitation', { token })
  expect(short.body.fields).toEqual({ password: ['Password must be at least 8 characters'] })
  const member = await acceptInvitation(app, { token, password: PASSWORD, firstName: 'Sue' })
  const { body } = await member.get<SignedInUser>('/api/auth/user')
  expect(body).toMatchObject({
    email,
    firstName: 'Sue',
    role: 'safety',
    account: { name: 'Blue Ridge' },
  })
  expect(await readInvitations()).toEqual([])
})

test('C69 A person with a login accepts with the password, or without it when signed in', async () => {
  const [first, second] = [newEmail(), newEmail()]
  const signedIn = await signUp(app, first)
  await signUp(app, second)
  const tokens = [
    await inviteByLink(admin, { email: first, role: 'viewer' }),
    await inviteByLink(admin, { email: second, role: 'viewer' }),
  ]
  expect((await open(tokens[0] ?? '')).body.known).toBe(true)
  const joined = await acceptInvitation(app, { token: tokens[0] }, signedIn)
  expect((await joined.get<SignedInUser>('/api/auth/user')).body.accounts).toHaveLength(2)
  const wrong = await visitor.post('/api/invitation', { token: tokens[1], password: 'wrong wrong' })
  expect(wrong.status).toBe(401)
  const without = await joined.post('/api/invitation', { token: tokens[1] })
  expect([without.status, Object.keys(without.body.fields ?? {})]).toEqual([400, ['password']])
  const other = await acceptInvitation(app, { token: tokens[1], password: PASSWORD })
  expect((await other.get<SignedInUser>('/api/auth/user')).body.role).toBe('viewer')
})

test('C69 An invitation works once, even if several requests accept it at once', async () => {
  const token = await inviteByLink(admin, { email: newEmail(), role: 'viewer' })
  const tries = Array.from({ length: 6 }, () =>
    visitor.post('/api/invitation', { token, password: PASSWORD }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => ![201, 404, 409, 400].includes(status))).toEqual([])
  await expectInvalid(token)
  expect((await admin.get<Team>('/api/team')).body.members).toHaveLength(2)
})

test('C69 Unknown, malformed, expired, revoked and replaced links get the same response', async () => {
  const email = newEmail()
  const replaced = await inviteByLink(admin, { email, role: 'admin' })
  const current = await inviteByLink(admin, { email, role: 'viewer' })
  expect(await readInvitations()).toMatchObject([{ email, role: 'viewer', invitedBy: 'Pat Doe' }])
  await expectInvalid(replaced)
  await expectInvalid('x')
  await expectInvalid('')
  await expectInvalid(current.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
  const foreign = await readAccountId(await signUp(app))
  await expectInvalid(current.replace(/^[^.]+/, foreign))
  await sql`update invitations set expires_at = now() where email = ${email}`.execute(database)
  await expectInvalid(current)
  const renewed = await inviteByLink(admin, { email, role: 'viewer' })
  expect((await open(renewed)).status).toBe(200)
  const [invitation] = await readInvitations()
  expect((await admin.delete(`/api/team/invitations/${invitation?.id}`)).status).toBe(204)
  await expectInvalid(renewed)
})

test('C69 An invitation lasts seven days, and only its hash is stored', async () => {
  const token = await inviteByLink(admin, { email: newEmail(), role: 'viewer' })
  const [invitation] = await readInvitations()
  const days =
    (Date.parse(invitation?.expiresAt ?? '') - Date.parse(invitation?.createdAt ?? '')) / 86_400_000
  expect(Math.round(days)).toBe(7)
  const stored = await database.selectFrom('invitations').selectAll().execute()
  const audit = await sql`select * from audit`.execute(database)
  const secret = token.split('.')[1] ?? ''
  expect(JSON.stringify([stored, audit.rows])).not.toContain(secret)
  const hash = stored.find(({ id }) => id === invitation?.id)?.tokenHash ?? ''
  expect(hash).toHaveLength(64)
  expect(JSON.stringify(audit.rows)).not.toContain(hash)
  const answers = [await admin.get('/api/team'), await admin.get('/api/audit')]
  for (const { text } of answers) {
    expect(text).not.toContain(hash)
    expect(text).not.toContain(secret)
  }
})

test('C69 A member cannot be invited again, but a previous member can', async () => {
  const email = newEmail()
  await inviteMember(app, admin, 'viewer', { email })
  const again = await admin.post('/api/team/invitations', { email, role: 'admin' })
  expect([again.status, again.body.fields]).toEqual([
    409,
    { email: [`${email} is on your team already`] },
  ])
  const { members } = (await admin.get<Team>('/api/team')).body
  const member = members.find((one) => one.email === email)
  await admin.delete(`/api/team/members/${member?.id}`)
  const token = await inviteByLink(admin, { email, role: 'safety' })
  const back = await acceptInvitation(app, { token, password: PASSWORD })
  expect((await back.get<SignedInUser>('/api/auth/user')).body.role).toBe('safety')
  const after = (await admin.get<Team>('/api/team')).body.members
  expect(after.find(({ id }) => id === member?.id)).toMatchObject({ role: 'safety', until: null })
})

test('C69 Wrong passwords for an invitation count as wrong passwords of the person', async () => {
  const email = newEmail()
  await signUp(app, email)
  const token = await inviteByLink(admin, { email, role: 'viewer' })
  const guess = () => visitor.post('/api/invitation', { token, password: 'wrong wrong' })
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(401)
  expect((await visitor.post('/api/invitation', { token, password: PASSWORD })).status).toBe(429)
  expect((await open(token)).status).toBe(200)
})

test('C69 An invitation ends when its sender is removed or no longer an Admin', async () => {
  const [removed, demoted] = [newEmail(), newEmail()]
  const second = await inviteMember(app, admin, 'admin', { email: removed })
  const third = await inviteMember(app, admin, 'admin', { email: demoted })
  const tokens = [
    await inviteByLink(second, { email: newEmail(), role: 'admin' }),
    await inviteByLink(third, { email: newEmail(), role: 'admin' }),
  ]
  const { members } = (await admin.get<Team>('/api/team')).body
  const idOf = (email: string) => members.find((one) => one.email === email)?.id
  await admin.delete(`/api/team/members/${idOf(removed)}`)
  await admin.put(`/api/team/members/${idOf(demoted)}`, { role: 'viewer' })
  for (const token of tokens) await expectInvalid(token)
  expect(await readInvitations()).toEqual([])
})

test('C69 An invitation that an Admin sent while losing the role is not valid', async () => {
  const email = newEmail()
  const second = await inviteMember(app, admin, 'admin', { email })
  const token = await inviteByLink(second, { email: newEmail(), role: 'admin' })
  await sql`update members set role = 'viewer' from persons
    where persons.id = members.person_id and persons.email = ${email}`.execute(database)
  await expectInvalid(token)
})

test('C69 An account invites at most 100 times in 24 hours', async () => {
  await inviteByLink(admin, { email: newEmail(), role: 'viewer' })
  await sql`insert into attempts (kind, subject) select kind, subject from attempts, generate_series(2, 100)
    where kind = 'invitation'`.execute(database)
  const more = await admin.post('/api/team/invitations', { email: newEmail(), role: 'viewer' })
  expect([more.status, Number(more.headers['retry-after']) > 0]).toEqual([429, true])
  expect(await readInvitations()).toHaveLength(1)
  await inviteByLink(await signUp(app), { email: newEmail(), role: 'viewer' })
})
