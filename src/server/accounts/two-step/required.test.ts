import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Team } from '#core/team/team.ts'
import { buildApp } from '#server/app.ts'
import { acceptInvitation, inviteByLink, inviteMember } from '#server/testing/team.ts'
import { createClient, PASSWORD, readCookie, signUp, ownApp } from '#server/testing/test-app.ts'
import {
  logInWithCode,
  PERIOD_SECONDS,
  readCode,
  restoreClock,
  setClock,
  startLogin,
  turnOnTwoStep,
} from '#server/testing/accounts/two-step.ts'

const { app, database } = await ownApp()
const other = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
afterAll(() => other.close())
let people = 0

restoreClock()
beforeEach(async () => {
  setClock()
  await database.deleteFrom('attempts').execute()
})

/** An Admin with two-step login and a member without it. */
async function startTeam() {
  const email = `admin${++people}@team.example`
  const signedUp = await signUp(app, email)
  const { client: admin } = await turnOnTwoStep(app, signedUp)
  const memberEmail = `clerk${people}@team.example`
  const member = await inviteMember(app, admin, 'accounting', { email: memberEmail })
  return { admin, email, member, memberEmail }
}

const require = (requireTwoStep: boolean) => ['/api/team/settings', { requireTwoStep }] as const

async function readMemberId(admin: Awaited<ReturnType<typeof signUp>>, email: string) {
  type Team = { members: { id: number; email: string; twoStep: boolean }[] }
  const { members } = (await admin.get<Team>('/api/team')).body
  return members.find((member) => member.email === email)
}

test('C77 Without two-step login a member reaches only its setup, immediately and on each instance', async () => {
  const { admin, member } = await startTeam()
  expect((await member.get('/api/loads')).status).toBe(200)
  expect((await admin.put(...require(true))).status).toBe(200)
  for (const on of [app, other]) {
    const rejected = await createClient(on, member.cookie).get('/api/loads')
    expect([rejected.status, rejected.body.message]).toEqual([
      403,
      'Your carrier requires two-step login. Reload the page to set it up.',
    ])
  }
  expect((await member.get('/api/auth/user')).body.lacksTwoStep).toBe(true)
  expect((await member.get('/api/auth/two-step')).body).toMatchObject({ required: true })
  expect((await admin.get('/api/loads')).status).toBe(200)
  const { client } = await turnOnTwoStep(app, member)
  expect((await client.get('/api/loads')).status).toBe(200)
  expect((await client.get('/api/auth/user')).body.lacksTwoStep).toBe(false)
})

test('C77 Without two-step login every route returns 403, except those to set it up or leave', async () => {
  const { admin, member } = await startTeam()
  await admin.put(...require(true))
  type Page = { paths: Record<string, Record<string, unknown>> }
  const { paths } = (await admin.get<Page>('/api/docs/json')).body
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const reached: string[] = []
  for (const { method, path } of routes) {
    if (path === '/api/logout') continue
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const { status, body } = await member.send(method as 'GET', url)
    if (status !== 403 || !String(body.message).startsWith('Your carrier requires'))
      reached.push(`${method} ${path}`)
  }
  expect(reached.toSorted()).toEqual([
    'DELETE /api/team/view-as',
    'GET /api/auth/two-step',
    'GET /api/auth/user',
    'GET /api/forgot-password',
    'GET /api/invitation',
    'GET /api/password-reset',
    'GET /api/upload',
    'POST /api/auth/account',
    'POST /api/auth/two-step/off',
    'POST /api/auth/two-step/on',
    'POST /api/auth/two-step/recovery-codes',
    'POST /api/auth/two-step/setup',
    'POST /api/forgot-password',
    'POST /api/invitation',
    'POST /api/login',
    'POST /api/login/second-step',
    'POST /api/password-check',
    'POST /api/password-reset',
    'POST /api/signup',
    'POST /api/signup/account',
    'POST /api/upload',
  ])
  expect((await member.post('/api/logout')).status).toBe(200)
})

test('C77 An Admin can require two-step login only after turning on their own', async () => {
  const admin = await signUp(app)
  const rejected = await admin.put(...require(true))
  expect([rejected.status, rejected.body.fields]).toEqual([
    400,
    { requireTwoStep: ['Turn on your own two-step login in Settings first.'] },
  ])
  expect((await admin.put(...require(false))).status).toBe(200)
})

test('C77 An Admin can reset the second step of a member, who logs in with the password alone', async () => {
  const { admin, email, member, memberEmail } = await startTeam()
  const { client } = await turnOnTwoStep(app, member)
  const { id, twoStep } = (await readMemberId(admin, memberEmail)) ?? {}
  expect(twoStep).toBe(true)
  const path = `/api/team/members/${id}/two-step`
  expect((await client.delete(path)).status).toBe(403)
  expect((await (await signUp(app)).delete(path)).status).toBe(404)
  expect((await admin.delete(path)).status).toBe(204)
  expect((await client.get('/api/auth/user')).status).toBe(401)
  expect((await startLogin(app, memberEmail)).response.body.email).toBe(memberEmail)
  expect((await readMemberId(admin, memberEmail))?.twoStep).toBe(false)
  const { rows } = await sql`select persons.email, label
    from audit join persons on persons.id = audit.person_id
    where action = 'two-step-reset'`.execute(database)
  expect(rows).toEqual([{ email, label: 'Sam accounting' }])
})

test('C77 An Admin can’t reset their own second step or that of a member of other accounts', async () => {
  const { admin, email, member, memberEmail } = await startTeam()
  const own = await readMemberId(admin, email)
  expect((await admin.delete(`/api/team/members/${own?.id}/two-step`)).status).toBe(409)
  const { client } = await turnOnTwoStep(app, member)
  const token = await inviteByLink(await signUp(app), { email: memberEmail, role: 'viewer' })
  await acceptInvitation(app, { token }, client)
  const { id } = (await readMemberId(admin, memberEmail)) ?? {}
  const rejected = await admin.delete(`/api/team/members/${id}/two-step`)
  expect([rejected.status, rejected.body.message]).toEqual([
    409,
    'This person also belongs to other carriers, so only the operator of Haulbook can reset their two-step login.',
  ])
  expect((await startLogin(app, memberEmail)).response.body).toEqual({ secondStep: true })
})

test('C76 C69 An invitation that is accepted with the password still needs the code', async () => {
  const email = `known${++people}@team.example`
  const { secret } = await turnOnTwoStep(app, await signUp(app, email))
  const admin = await signUp(app)
  const token = await inviteByLink(admin, { email, role: 'viewer' })
  const accepted = await createClient(app).post('/api/invitation', { token, password: PASSWORD })
  expect([accepted.status, accepted.body]).toEqual([201, { secondStep: true }])
  const browser = createClient(app, readCookie(accepted.headers['set-cookie']))
  expect((await browser.get('/api/auth/user')).status).toBe(401)
  const team = (await admin.get<Team>('/api/team')).body
  expect([team.members.length, team.invitations.length]).toEqual([1, 1])
  setClock(PERIOD_SECONDS)
  const entered = await browser.post('/api/login/second-step', { code: readCode(secret) })
  expect([entered.status, entered.body.role]).toEqual([200, 'viewer'])
})

test('C77 A person can switch away from the account that requires two-step login', async () => {
  const { admin, member, memberEmail } = await startTeam()
  const elsewhere = await signUp(app)
  const token = await inviteByLink(elsewhere, { email: memberEmail, role: 'viewer' })
  await admin.put(...require(true))
  const first = (await member.get<{ account: { id: string } }>('/api/auth/user')).body.account
  const joined = await acceptInvitation(app, { token }, member)
  expect((await joined.get('/api/loads')).status).toBe(200)
  const back = await joined.post('/api/auth/account', { id: first.id })
  const there = createClient(app, readCookie(back.headers['set-cookie']))
  expect((await there.get('/api/loads')).status).toBe(403)
})

test('C76 A login with a code enters the account that was used last', async () => {
  const { member, memberEmail } = await startTeam()
  const { secret } = await turnOnTwoStep(app, member)
  setClock(PERIOD_SECONDS)
  const entered = await logInWithCode(app, memberEmail, readCode(secret))
  expect(entered.body).toMatchObject({ role: 'accounting', lacksTwoStep: false })
})
