import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#core/accounts/accounts.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { inviteMember } from '#server/testing/team.ts'
import {
  createClient,
  readCookie,
  PASSWORD,
  signUp,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
const NEW_PASSWORD = 'quite another horse'

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
})

let people = 0
async function person() {
  const email = `session${++people}@example.com`
  return { email, me: await signUp(app, email) }
}

async function logIn(email: string, password = PASSWORD, agent = 'Mozilla/5.0 Firefox/140.0') {
  const response = await createClient(app).post(
    '/api/login',
    { email, password },
    { 'user-agent': agent },
  )
  return {
    status: response.status,
    client: createClient(app, readCookie(response.headers['set-cookie'])),
  }
}

test('S03 A new password needs the old one and ends all other sessions', async () => {
  const { email, me } = await person()
  const other = (await logIn(email)).client
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const wrong = await me.put('/api/auth/password', { ...body, currentPassword: 'wrong wrong' })
  expect([wrong.status, wrong.body.fields]).toEqual([
    400,
    { currentPassword: ['Current password is incorrect'] },
  ])
  const changed = await me.put('/api/auth/password', body)
  expect(changed.status).toBe(200)
  expect((await other.get('/api/auth/user')).status).toBe(401)
  expect((await me.get('/api/auth/user')).status).toBe(401)
  const stays = createClient(app, readCookie(changed.headers['set-cookie']))
  expect((await stays.get('/api/auth/user')).status).toBe(200)
  expect((await logIn(email)).status).toBe(401)
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200)
})

test('S02 Wrong old passwords in a session count toward the login limit', async () => {
  const { me } = await person()
  const guess = (currentPassword: string) =>
    me.put('/api/auth/password', { currentPassword, newPassword: NEW_PASSWORD })
  for (let tries = 0; tries < 10; tries++) expect((await guess('wrong wrong')).status).toBe(400)
  expect((await guess(PASSWORD)).status).toBe(429)
})

test('S03 Every character of a long password counts', async () => {
  const email = `long${++people}@example.com`
  const long = `mango ladder ${'ab cd '.repeat(150)}1`
  expect((await createClient(app).post('/api/signup', { email, password: long })).status).toBe(201)
  expect((await logIn(email, long)).status).toBe(200)
  expect((await logIn(email, `${long.slice(0, -1)}2`)).status).toBe(401)
})

test('S06 Sessions are listed with their browsers and can be ended one by one or all others', async () => {
  const { email, me } = await person()
  const others = [
    (await logIn(email, PASSWORD, 'Office Chrome')).client,
    (await logIn(email)).client,
  ]
  const { body: sessions, text } = await me.get<Session[]>('/api/auth/sessions')
  expect(sessions.map(({ current }) => current)).toEqual([false, false, true])
  expect(sessions.map(({ agent }) => agent)).toContain('Office Chrome')
  const { rows } = await sql<{ sid: string }>`select sid from sessions`.execute(database)
  for (const { sid } of rows) expect(text).not.toContain(sid)

  const office = sessions.find(({ agent }) => agent === 'Office Chrome')
  expect((await me.delete(`/api/auth/sessions/${office?.id}`)).status).toBe(204)
  expect((await others[0]?.get('/api/auth/user'))?.status).toBe(401)
  expect((await others[1]?.get('/api/auth/user'))?.status).toBe(200)
  expect((await me.delete('/api/auth/sessions')).status).toBe(204)
  expect((await others[1]?.get('/api/auth/user'))?.status).toBe(401)
  expect((await me.get('/api/auth/user')).status).toBe(200)
})

test('S06 An account keeps its hundred latest sessions', async () => {
  const { email, me } = await person()
  const { body: user } = await me.get<SignedInUser>('/api/auth/user')
  await sql`insert into sessions (user_id, person_id, sid, expire)
    select ${user.account.id}::uuid, ${user.id}::uuid, 'made ' || n, now() + interval '1 day' from generate_series(1, 150) as n`.execute(
    database,
  )
  const { client } = await logIn(email)
  expect((await me.get('/api/auth/user')).status).toBe(401)
  expect((await client.get<Session[]>('/api/auth/sessions')).body.length).toBe(100)
})

test('S06 An account cannot end another account’s session', async () => {
  const [own, other] = [await person(), await person()]
  const { body } = await other.me.get<Session[]>('/api/auth/sessions')
  const unused = await own.me.delete('/api/auth/sessions/99999999')
  const tried = await own.me.delete(`/api/auth/sessions/${body[0]?.id}`)
  expect([tried.status, tried.text]).toEqual([404, unused.text])
  expect((await other.me.get('/api/auth/user')).status).toBe(200)
})

test('S06 No member, not even an Admin, can see or end a colleague’s session', async () => {
  const admin = await signUp(app)
  const colleague = await inviteMember(app, admin, 'viewer')
  const listIds = async (client: Client) =>
    (await client.get<Session[]>('/api/auth/sessions')).body.map(({ id }) => id)
  const [theirs = 0] = await listIds(colleague)
  expect(await listIds(admin)).not.toContain(theirs)
  expect((await admin.delete(`/api/auth/sessions/${theirs}`)).status).toBe(404)
  expect((await admin.delete('/api/auth/sessions')).status).toBe(204)
  expect(await listIds(colleague)).toEqual([theirs])
})

test.each([
  ['six days without use', "expire = now() + interval '1 day'", 200],
  ['seven days without use', "expire = now() - interval '1 second'", 401],
  ['29 days', "created_at = now() - interval '29 days'", 200],
  ['30 days, used or not', "created_at = now() - interval '30 days'", 401],
])('S06 A session is checked after %s', async (_when, change, status) => {
  const { me, email } = await person()
  await sql`update sessions set ${sql.raw(change)} from persons
    where persons.id = person_id and email = ${email}`.execute(database)
  expect((await me.get('/api/auth/user')).status).toBe(status)
})

test('C36 S06 A login or a sign-up ends the session that the browser had, and no other', async () => {
  const { email, me } = await person()
  const phone = (await logIn(email)).client
  const sent = { email, password: PASSWORD }
  const again = await me.post('/api/login', sent)
  expect((await me.get('/api/auth/user')).status).toBe(401)
  const mine = createClient(app, readCookie(again.headers['set-cookie']))
  expect((await mine.post('/api/login', { ...sent, password: 'wrong wrong' })).status).toBe(401)
  expect((await mine.get('/api/auth/user')).status).toBe(200)
  const other = { email: `session${++people}@example.com`, password: PASSWORD }
  expect((await mine.post('/api/signup', other)).status).toBe(201)
  expect((await mine.get('/api/auth/user')).status).toBe(401)
  expect((await phone.get('/api/auth/user')).status).toBe(200)
})

test('S06 Each login gets a new token', async () => {
  const { email, me } = await person()
  const tokens = [me, (await logIn(email)).client, (await logIn(email)).client]
  expect(new Set(tokens.map(({ cookie }) => cookie)).size).toBe(3)
})

test('S04 A hundred logins at once do not delay other requests', async () => {
  const { me } = await person()
  let responded = 0
  const logins = Array.from({ length: 100 }, async (_, n) => {
    await logIn(`unknown${n}@example.com`)
    responded++
  })
  expect((await me.get('/api/drivers')).status).toBe(200)
  expect(responded).toBeLessThan(50)
  await Promise.all(logins)
})
