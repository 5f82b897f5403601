/** Leaving an account, and creating one after the last membership has ended. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { accountMessages } from '#core/messages.ts'
import { INVITATION_HEADER } from '#core/team/invitation-link.ts'
import type { OpenInvitation } from '#core/team/invitations.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Team } from '#core/team/team.ts'
import { setPassword } from '#server/accounts/new-password.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { inTransaction } from '#server/database/transaction.ts'
import {
  readCode,
  restoreClock,
  setClock,
  startLogin,
  turnOnTwoStep,
  PERIOD_SECONDS,
} from '#server/testing/accounts/two-step.ts'
import { makeSample } from '#server/testing/samples.ts'
import { acceptInvitation, inviteByLink, inviteMember } from '#server/testing/team.ts'
import { createClient, PASSWORD, signUp, ownApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
let admin: Client
let people = 0

restoreClock()
beforeEach(async () => {
  setClock()
  await database.deleteFrom('attempts').execute()
  admin = await signUp(app)
})

const newEmail = () => `leaving${++people}@team.example`
const readUser = async (client: Client) => (await client.get<SignedInUser>('/api/auth/user')).body
const LEAVE = '/api/auth/membership'

/** Logs in someone who does not belong to an account. Returns the browser with the cookie of that login. */
async function logInWithout(email: string) {
  const response = await createClient(app).post('/api/login', { email, password: PASSWORD })
  expect([response.status, response.body]).toEqual([
    403,
    { message: accountMessages.noMembership, noAccount: true },
  ])
  return createClient(app, String(response.headers['set-cookie']).split(';')[0])
}

async function leaveAs(email: string): Promise<Client> {
  const member = await inviteMember(app, admin, 'viewer', { email })
  expect((await member.delete(LEAVE)).status).toBe(204)
  return member
}

test('C403 A person’s list of accounts has each of them, also one that was left', async () => {
  const email = newEmail()
  const own = await signUp(app, email)
  const { accountId: joined } = await join(email)
  await leaveAs(newEmail())
  const { rows } = await sql`select from members join persons on persons.id = person_id
    where user_id <> all(account_ids)`.execute(database)
  expect(rows).toEqual([])
  const { rows: listed } = await sql<{ ids: string[] }>`select account_ids as ids from persons
    where email = ${email}`.execute(database)
  expect(listed).toEqual([{ ids: [(await readUser(own)).account.id, joined] }])
})

/** A person with an own account joins the Admin's. */
async function join(email: string) {
  const token = await inviteByLink(admin, { email, role: 'viewer' })
  await acceptInvitation(app, { token, password: PASSWORD })
  return { accountId: (await readUser(admin)).account.id }
}

test('C93 Members of every role can leave, and their sessions end', async () => {
  const ownerId = (await admin.post('/api/owners', makeSample('owners'))).body.id
  for (const [role, link] of [
    ['dispatcher', {}],
    ['owner', { ownerId }],
  ] as const) {
    const email = newEmail()
    const member = await inviteMember(app, admin, role, { email, ...link })
    const { body } = await createClient(app).post('/api/login', { email, password: PASSWORD })
    expect(body.role).toBe(role)
    expect((await member.delete(LEAVE)).status).toBe(204)
    expect((await member.get('/api/auth/user')).status).toBe(401)
    const { members } = (await admin.get<Team>('/api/team')).body
    expect(members.find((one) => one.email === email)?.until).not.toBeNull()
  }
  expect((await admin.get('/api/auth/user')).status).toBe(200)
  const log = await admin.get<{ action: string; label: string }[]>('/api/audit?subject=members')
  expect(log.body[0]).toMatchObject({ action: 'changed', label: 'Sam owner' })
})

test('C93 The last Admin can’t leave, but any other Admin can', async () => {
  const refused = await admin.delete(LEAVE)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Your team needs an Admin. Make another member an Admin first.',
  ])
  const second = await inviteMember(app, admin, 'admin')
  expect((await second.delete(LEAVE)).status).toBe(204)
  expect((await admin.get('/api/auth/user')).status).toBe(200)
})

test('C93 A person who leaves one account stays in the others', async () => {
  const email = newEmail()
  const other = await signUp(app)
  const member = await inviteMember(app, admin, 'viewer', { email })
  const token = await inviteByLink(other, { email, role: 'safety' })
  const joined = await acceptInvitation(app, { token }, member)
  expect((await joined.delete(LEAVE)).status).toBe(204)
  const { body } = await createClient(app).post('/api/login', { email, password: PASSWORD })
  expect(body).toMatchObject({ role: 'viewer', accounts: [{ role: 'viewer' }] })
})

test('C92 A person without an account creates one after the login, once', async () => {
  const email = newEmail()
  await leaveAs(email)
  const browser = await logInWithout(email)
  expect((await browser.get('/api/auth/user')).status).toBe(401)
  const responses = await Promise.all([1, 2].map(() => browser.post('/api/signup/account')))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const made = responses.find(({ status }) => status === 201)
  const cookies = [made?.headers['set-cookie']].flat().map(String)
  const session = cookies.find((cookie) => cookie.startsWith('haulbook_session='))
  const me = createClient(app, session?.split(';')[0])
  const user = await readUser(me)
  expect(user).toMatchObject({ email, role: 'admin', accounts: [{ role: 'admin' }] })
  expect((await me.get<unknown[]>('/api/loads')).body).toEqual([])
  expect((await browser.post('/api/signup/account')).status).toBe(409)
})

test('C92 Only a login without an account lets its browser create one', async () => {
  expect((await createClient(app).post('/api/signup/account')).status).toBe(401)
  const email = newEmail()
  await leaveAs(email)
  const browser = await logInWithout(email)
  const { id } = (await database
    .selectFrom('persons')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()) ?? { id: '' }
  const hashed = await hashPassword('another long password')
  await inTransaction(database, (work) => setPassword(work, id, hashed, 'password-reset'))
  expect((await browser.post('/api/signup/account')).status).toBe(401)
})

test('C92 C76 With two-step login the code comes first', async () => {
  const email = newEmail()
  const member = await inviteMember(app, admin, 'viewer', { email })
  const { secret } = await turnOnTwoStep(app, member)
  const own = (await admin.get<Team>('/api/team')).body.members.find((one) => one.email === email)
  await admin.delete(`/api/team/members/${own?.id}`)
  setClock(PERIOD_SECONDS)
  const { response, send } = await startLogin(app, email)
  const started = createClient(app, String(response.headers['set-cookie']).split(';')[0])
  expect((await started.post('/api/signup/account')).status).toBe(401)
  const entered = await send(readCode(secret))
  expect([entered.status, entered.body.noAccount]).toEqual([403, true])
  const cookie = String(entered.headers['set-cookie']).split(';')[0]
  expect((await createClient(app, cookie).post('/api/signup/account')).status).toBe(201)
})

test("C81 An invitation carries the language of an owner or a driver, and no other role's", async () => {
  const ownerId = (await admin.post('/api/owners', makeSample('owners'))).body.id
  const language = 'es'
  const join = async (invitation: object, chosen = {}) => {
    const email = newEmail()
    const token = await inviteByLink(admin, { email, language, ...invitation })
    const headers = { [INVITATION_HEADER]: token }
    const open = await createClient(app).get<OpenInvitation>('/api/invitation', headers)
    const member = await acceptInvitation(app, { token, password: PASSWORD, ...chosen })
    return [open.body.language, (await readUser(member)).language]
  }
  expect(await join({ role: 'owner', ownerId })).toEqual(['es', 'es'])
  expect(await join({ role: 'owner', ownerId }, { language: 'en' })).toEqual(['es', 'en'])
  expect(await join({ role: 'viewer' })).toEqual([null, null])
})

test('C81 An invitation does not change a language that the person chose', async () => {
  const ownerId = (await admin.post('/api/owners', makeSample('owners'))).body.id
  const email = newEmail()
  const member = await inviteMember(app, admin, 'owner', { email, ownerId })
  await member.put('/api/auth/language', { language: 'en' })
  const other = await signUp(app)
  const driverId = (await other.post('/api/drivers', makeSample('drivers'))).body.id
  const token = await inviteByLink(other, { email, role: 'driver', driverId, language: 'es' })
  expect((await readUser(await acceptInvitation(app, { token }, member))).language).toBe('en')
})
