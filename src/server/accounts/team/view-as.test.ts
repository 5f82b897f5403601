/** An Admin views the account as a role or a member: read-only, in the session, in the audit log. */
import { beforeEach, expect, test } from 'vitest'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Team } from '#core/team/team.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import {
  createClient,
  PASSWORD,
  readCookie,
  signUp,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
const PATH = '/api/team/view-as'
let admin: Client

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  admin = await signUp(app)
})

const readUser = async (client = admin) => (await client.get<SignedInUser>('/api/auth/user')).body

async function logIn(email: string): Promise<Client> {
  const { headers } = await createClient(app).post('/api/login', { email, password: PASSWORD })
  return createClient(app, readCookie(headers['set-cookie']))
}

async function memberIdOf(client: Client): Promise<number> {
  const { id } = await readUser(client)
  const { members } = (await admin.get<Team>('/api/team')).body
  return members.find(({ personId }) => personId === id)?.id ?? 0
}

test('C83 An Admin sees what a role sees, can change nothing, and can return', async () => {
  const own = await readUser()
  expect((await admin.post(PATH, { role: 'dispatcher' })).status).toBe(204)
  const viewing = await readUser()
  expect(viewing).toMatchObject({
    id: own.id,
    role: 'dispatcher',
    viewAs: { role: 'dispatcher', name: null },
  })
  expect(viewing.permissions).not.toContain('admin')
  expect((await admin.get('/api/loads')).status).toBe(200)
  expect((await admin.get('/api/payments')).status).toBe(403)
  expect((await admin.get('/api/team')).status).toBe(403)
  const refused = await admin.post('/api/brokers', makeSample('brokers'))
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { message: 'You are viewing as Dispatcher, read-only. Stop viewing to make changes.' },
  ])
  expect((await admin.delete(PATH)).status).toBe(204)
  expect(await readUser()).toEqual(own)
  expect((await admin.post('/api/brokers', makeSample('brokers'))).status).toBe(201)
})

test('C83 No route changes anything in the view, except its end and the logout', async () => {
  await admin.post(PATH, { role: 'accounting' })
  for (const path of ['/api/auth/account', '/api/billing', '/api/loads', '/api/views'])
    expect([path, (await admin.post(path, {})).status]).toEqual([path, 403])
  expect((await admin.put('/api/auth/password', {})).status).toBe(403)
  expect((await admin.delete('/api/auth/sessions')).status).toBe(403)
  expect((await admin.post('/api/logout')).status).toBe(200)
})

test('C83 As a member, an Admin has that member’s role and owner, and keeps their own name', async () => {
  const owner = (await admin.post('/api/owners', makeSample('owners'))).body
  const member = await inviteMember(app, admin, 'owner', { ownerId: owner.id })
  const { id } = await readUser()
  await admin.post(PATH, { memberId: await memberIdOf(member) })
  expect(await readUser()).toMatchObject({
    id,
    role: 'owner',
    ownerId: owner.id,
    permissions: ['everyone', 'revenue', 'portal'],
    viewAs: { role: 'owner', name: 'Sam owner' },
  })
})

test('C83 The view belongs to one session and ends with it', async () => {
  const { email } = await readUser()
  await admin.post(PATH, { role: 'viewer' })
  const other = await logIn(email)
  expect((await readUser(other)).role).toBe('admin')
  expect((await readUser()).role).toBe('viewer')
})

test('C83 A view as a member who has left shows nothing and can only be ended', async () => {
  const { email } = await readUser()
  const member = await inviteMember(app, admin, 'dispatcher')
  const memberId = await memberIdOf(member)
  await admin.post(PATH, { memberId })
  const other = await logIn(email)
  await other.delete(`/api/team/members/${memberId}`)
  expect((await readUser()).permissions).toEqual(['everyone'])
  expect((await admin.get('/api/loads')).status).toBe(403)
  await admin.delete(PATH)
  expect((await readUser()).role).toBe('admin')
})

test('C83 An Admin whose role is changed in the view has the new role, not the view', async () => {
  const second = await inviteMember(app, admin, 'admin')
  const own = await memberIdOf(admin)
  await admin.post(PATH, { role: 'accounting' })
  await second.put(`/api/team/members/${own}`, { role: 'safety' })
  expect(await readUser()).toMatchObject({ role: 'safety', viewAs: null })
})

test('C83 Only an Admin starts a view, and not as an Admin, a portal role or a stranger', async () => {
  const dispatcher = await inviteMember(app, admin, 'dispatcher')
  expect((await dispatcher.post(PATH, { role: 'viewer' })).status).toBe(403)
  for (const role of ['admin', 'owner', 'driver'])
    expect((await admin.post(PATH, { role })).status).toBe(400)
  const stranger = await signUp(app)
  const { members } = (await stranger.get<Team>('/api/team')).body
  expect((await admin.post(PATH, { memberId: members[0]?.id })).status).toBe(404)
})

test('C83 Start and end of a view are in the audit log', async () => {
  await admin.post(PATH, { role: 'viewer' })
  await admin.delete(PATH)
  await admin.delete(PATH)
  const { body } = await admin.get<{ action: string }[]>('/api/audit')
  expect(body.slice(0, 2).map(({ action }) => action)).toEqual(['view-stopped', 'view-started'])
  expect(body.filter(({ action }) => action === 'view-stopped')).toHaveLength(1)
})

test('C83 A request that names an account other than the session’s changes nothing', async () => {
  const { account } = await readUser()
  const broker = makeSample('brokers')
  const wrong = { 'haulbook-account': '00000000-0000-4000-8000-000000000000' }
  expect((await admin.post('/api/brokers', broker, wrong)).status).toBe(403)
  expect((await admin.get('/api/brokers', wrong)).status).toBe(403)
  const right = { 'haulbook-account': account.id }
  expect((await admin.post('/api/brokers', broker, right)).status).toBe(201)
})

test('C83 A link to a file that names another account returns no file', async () => {
  const { account } = await readUser()
  const paths = ['/api/brokers/export.csv?sort=id&', '/api/account/export.zip?', '/api/brokers?']
  for (const path of paths) {
    const open = (id: string) => admin.get(`${path}haulbook-account=${id}`)
    const { status, body } = await open('00000000-0000-4000-8000-000000000000')
    expect([path, status]).toEqual([path, 403])
    expect(body).toMatchObject({ message: expect.stringContaining('switched to another account') })
    expect([path, (await open(account.id)).status]).toEqual([path, 200])
    const both = `${account.id}&haulbook-account=00000000-0000-4000-8000-000000000000`
    expect((await open(both)).status).toBe(403)
  }
})
