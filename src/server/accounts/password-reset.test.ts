/** Ways back in: the link of an Admin, and the one that a person asks for on the login. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { INVALID_RESET, RESET_HEADER } from '#core/accounts/reset-link.ts'
import type { Team } from '#core/team/team.ts'
import { acceptInvitation, inviteByLink, inviteMember } from '#server/testing/team.ts'
import {
  restoreClock,
  setClock,
  startLogin,
  turnOnTwoStep,
} from '#server/testing/accounts/two-step.ts'
import { openMailServer } from '#server/testing/mail/mail-server.ts'
import {
  createClient,
  openApp,
  PASSWORD,
  readCookie,
  signUp,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'

const mail = await openMailServer({}, { publicUrl: 'https://haulbook.example.com' })
const { app, database } = await ownApp({ mailServer: undefined })
const mailing = await openApp(database, { mailServer: mail.settings })
const visitor = createClient(app)
const NEW_PASSWORD = 'quite another horse'
const HOUR = 3600
let people = 0
let admin: Client

restoreClock()
beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  mail.received.length = 0
  admin = await signUp(app)
})

const newEmail = () => `forgot${++people}@team.example`

/** A Dispatcher of the Admin's account. */
async function addMember(email = newEmail()) {
  const client = await inviteMember(app, admin, 'dispatcher', { email })
  const { members } = (await admin.get<Team>('/api/team')).body
  const id = members.find((member) => member.email === email)?.id ?? 0
  return { client, email, id }
}

type Made = { link: string; mailed: boolean; message?: string }

const askForLink = (id: number, by = admin) => by.post<Made>(`/api/team/members/${id}/reset-link`)
const readToken = ({ link }: Made) => link.split('#')[1] ?? ''
const openLink = (token: string) => visitor.get('/api/password-reset', { [RESET_HEADER]: token })
const save = (token: string, password = NEW_PASSWORD) =>
  visitor.post('/api/password-reset', { token, password })

async function makeToken(id: number): Promise<string> {
  const { status, body } = await askForLink(id)
  expect([status, body]).toEqual([
    201,
    { link: expect.stringMatching(/^\/reset-password#/), mailed: false },
  ])
  return readToken(body)
}

async function expectInvalid(token: string): Promise<void> {
  const answers = [await openLink(token), await save(token)]
  const answer = JSON.stringify({ message: INVALID_RESET })
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [404, answer],
    [404, answer],
  ])
}

const listEvents = async (action: string) => {
  const { rows } = await sql`select label from audit where action = ${action}
    and user_id = (select user_id from audit order by id desc limit 1)`.execute(database)
  return rows
}

test('C493 The link of an Admin sets a new password once, ends all sessions, and is in the log', async () => {
  const { client, email, id } = await addMember()
  const token = await makeToken(id)
  expect(await listEvents('reset-link-made')).toEqual([{ label: 'Sam dispatcher' }])
  expect((await openLink(token)).body).toEqual({ email })
  expect((await client.get('/api/auth/user')).status).toBe(200)
  const saved = await save(token)
  expect([saved.status, saved.body, saved.headers['set-cookie']]).toEqual([
    200,
    { email },
    undefined,
  ])
  expect(await listEvents('password-reset')).toHaveLength(1)
  expect((await client.get('/api/auth/user')).status).toBe(401)
  const logIn = (password: string) => visitor.post('/api/login', { email, password })
  expect([(await logIn(PASSWORD)).status, (await logIn(NEW_PASSWORD)).status]).toEqual([401, 200])
  await expectInvalid(token)
})

test('C493 Of two requests at once with one link, one sets the password', async () => {
  const { id } = await addMember()
  const token = await makeToken(id)
  const answers = await Promise.all([save(token), save(token, 'a third strange horse')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
})

test('C493 The link names no one else, and a weak password is refused at its field without using it up', async () => {
  const { id, email } = await addMember()
  const token = await makeToken(id)
  const weak = await save(token, email)
  expect([weak.status, weak.body.fields]).toEqual([
    400,
    { password: [expect.stringContaining('It contains your email.')] },
  ])
  const other = await signUp(app)
  const otherId = (await other.get<Team>('/api/team')).body.members[0]?.id ?? 0
  const [, sealed] = token.split('.')
  const { rows } = await sql<{
    personId: string
  }>`select person_id from members where id = ${otherId}`.execute(database)
  for (const forged of [`${rows[0]?.personId}.${sealed}`, `${token}x`, 'x', '']) {
    expect((await openLink(forged)).status).toBe(404)
    if (forged) expect((await save(forged)).status).toBe(404)
  }
  expect((await save(token)).status).toBe(200)
})

test('C493 The second step stays: a login with the new password needs the code', async () => {
  setClock()
  const { client, email, id } = await addMember()
  await turnOnTwoStep(app, client)
  expect((await save(await makeToken(id))).status).toBe(200)
  const { response } = await startLogin(app, email, NEW_PASSWORD)
  expect(response.body).toEqual({ secondStep: true })
})

test('C493 A link ends after 24 hours, after another change of the password, and with the Admin or the membership', async () => {
  setClock()
  const { client, id } = await addMember()
  const token = await makeToken(id)
  setClock(24 * HOUR - 1)
  expect((await openLink(token)).status).toBe(200)
  setClock(24 * HOUR)
  await expectInvalid(token)
  const second = await makeToken(id)
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const changed = await client.put('/api/auth/password', change)
  expect(changed.status).toBe(200)
  await expectInvalid(second)

  const deputy = await inviteMember(app, admin, 'admin')
  const third = readToken((await askForLink(id, deputy)).body)
  expect((await openLink(third)).status).toBe(200)
  expect((await deputy.delete('/api/auth/membership')).status).toBe(204)
  await expectInvalid(third)
  const fourth = await makeToken(id)
  expect((await admin.delete(`/api/team/members/${id}`)).status).toBe(204)
  await expectInvalid(fourth)
})

test('C493 An Admin makes no link for themselves, a stranger, or a person of other carriers too', async () => {
  const { id, email } = await addMember()
  const own = (await admin.get<Team>('/api/team')).body.members[0]?.id ?? 0
  expect((await askForLink(own)).body.message).toBe('Change your own password in Settings.')
  const other = await signUp(app)
  expect((await askForLink(id, other)).status).toBe(404)
  const token = await makeToken(id)
  const invitation = await inviteByLink(other, { email, role: 'viewer' })
  await acceptInvitation(app, { token: invitation, password: PASSWORD })
  await expectInvalid(token)
  const shared = await askForLink(id)
  expect([shared.status, shared.body.message]).toEqual([
    409,
    expect.stringContaining('also belongs to other carriers'),
  ])
})

test('C493 Only an Admin makes a link, and 20 in an hour at most', async () => {
  const { client, id } = await addMember()
  expect((await askForLink(id, client)).status).toBe(403)
  for (let n = 0; n < 20; n++) expect((await askForLink(id)).status).toBe(201)
  const limited = await askForLink(id)
  const wait = Number(limited.headers['retry-after'])
  expect([limited.status, wait > 0 && wait <= HOUR]).toEqual([429, true])
})

// With a mail server.

const asking = createClient(mailing)
const ask = (email: string, language?: string) =>
  asking.post('/api/forgot-password', { email, ...(language ? { language } : {}) })

/** The text of the latest email, without the line breaks of its encoding. */
async function waitForMail(to: string): Promise<string> {
  await expect.poll(() => mail.received.some((one) => one.to.includes(to))).toBe(true)
  const raw = mail.received.findLast((one) => one.to.includes(to))?.raw ?? ''
  return raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}

test('C494 A person who forgot the password gets a link by email; it works once, for one hour', async () => {
  setClock()
  const { client, email } = await addMember()
  expect((await ask(` ${email.toUpperCase()} `)).status).toBe(202)
  const text = await waitForMail(email)
  const link = /https:\/\/haulbook\.example\.com\/reset-password#(\S+)/.exec(text)?.[1] ?? ''
  expect(text).toContain(`Someone asked for a new password for ${email}.`)
  setClock(HOUR - 1)
  expect((await openLink(link)).body).toEqual({ email })
  expect((await save(link)).status).toBe(200)
  expect((await client.get('/api/auth/user')).status).toBe(401)
  await expectInvalid(link)
  expect(await listEvents('reset-link-mailed')).toHaveLength(1)

  await ask(email, 'es')
  await expect.poll(() => mail.received.length).toBe(2)
  const late = /reset-password#(\S+)/.exec(await waitForMail(email))?.[1] ?? ''
  // It was made some time after the last clock.
  setClock(2.5 * HOUR)
  await expectInvalid(late)
  expect(mail.received[1]?.raw).toMatch(/^Subject: .*Contrase/m)
})

test('C494 No one can read the link in the outbox', async () => {
  const { email } = await addMember()
  await ask(email)
  await waitForMail(email)
  const { rows } =
    await sql`select from mails where recipients = ${email} and kind <> 'invitation'`.execute(
      database,
    )
  expect(rows).toEqual([])
})

test('C494 The answer does not tell whether the email has a login, and neither does the limit', async () => {
  const { email } = await addMember()
  const stranger = newEmail()
  const shown = ({ status, text, headers }: Awaited<ReturnType<typeof ask>>) => {
    const { date: _, 'retry-after': __, 'x-request-id': ___, ...rest } = headers
    return { status, text, rest }
  }
  for (let n = 0; n < 3; n++) expect(shown(await ask(email))).toEqual(shown(await ask(stranger)))
  const limited = [await ask(email), await ask(stranger)] as const
  expect(limited.map(({ status }) => status)).toEqual([429, 429])
  expect(shown(limited[0])).toEqual(shown(limited[1]))
  await expect.poll(() => mail.received.length).toBe(3)
  expect(mail.received.flatMap(({ to }) => to)).toEqual([email, email, email])
})

test('C494 The login says whether the server can email a link', async () => {
  const read = async (client: Client) => (await client.get('/api/forgot-password')).body
  expect([await read(visitor), await read(asking)]).toEqual([{ mail: false }, { mail: true }])
  const { email } = await addMember()
  expect((await visitor.post('/api/forgot-password', { email })).status).toBe(202)
})

test('C493 C494 The link of an Admin is emailed too; if the mail server is down, the Admin still has it', async () => {
  const { email, id } = await addMember()
  const byMail = createClient(mailing, admin.cookie)
  expect((await askForLink(id, byMail)).body.mailed).toBe(true)
  expect(await waitForMail(email)).toContain('Pat Doe sends you a link to choose a new password')
  const down = await openApp(database, {
    mailServer: { ...mail.settings, port: 1 },
  })
  const { status, body } = await askForLink(id, createClient(down, admin.cookie))
  expect([status, body.mailed]).toEqual([201, false])
  expect((await save(readToken(body))).status).toBe(200)
})

test('C495 With two-step login, a change of the password needs a code', async () => {
  setClock()
  const email = newEmail()
  const me = await signUp(app, email)
  const { client, recoveryCodes } = await turnOnTwoStep(app, me)
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const put = (more: object) => client.put('/api/auth/password', { ...change, ...more })
  const refused = [await put({}), await put({ code: '' }), await put({ code: '000000' })]
  expect(refused.map(({ status, body }) => [status, Object.keys(body.fields ?? {})])).toEqual(
    refused.map(() => [400, ['code']]),
  )
  const wrong = await put({ currentPassword: 'wrong wrong', code: recoveryCodes[0] })
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['currentPassword']])
  const changed = await put({ code: recoveryCodes[0] })
  expect(changed.status).toBe(200)
  const now = createClient(app, readCookie(changed.headers['set-cookie']))
  expect((await now.get('/api/auth/user')).status).toBe(200)
  // The code is used up, and guesses are limited.
  const again = { currentPassword: NEW_PASSWORD, newPassword: PASSWORD, code: recoveryCodes[0] }
  expect((await now.put('/api/auth/password', again)).status).toBe(400)
  const guesses: number[] = []
  for (let n = 0; n < 6; n++)
    guesses.push((await now.put('/api/auth/password', { ...again, code: `00000${n}` })).status)
  expect(guesses.at(-1)).toBe(429)
})

test('C496 A password is judged before it is saved, with the one reason', async () => {
  const judge = async (password: string, about = {}) =>
    (await visitor.post('/api/password-check', { password, ...about })).body
  expect(await judge('qV7#mZ2x')).toEqual({ weakness: null })
  expect(await judge('password1')).toEqual({
    weakness: expect.stringMatching(/^Too easy to guess\. It is /),
  })
  expect(await judge('olga.owens', { firstName: 'Olga', lastName: 'Owens' })).toEqual({
    weakness: expect.stringContaining('It contains your name.'),
  })
})
