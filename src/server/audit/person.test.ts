/** The audit log names the person, not the account. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import type { Team } from '#core/team/team.ts'
import { actAs } from '#server/database/actor.ts'
import { makeSample } from '#server/testing/samples.ts'
import { acceptInvitation, inviteByLink, inviteMember } from '#server/testing/team.ts'
import {
  createClient,
  PASSWORD,
  readAccountId,
  signUp,
  ownApp,
  type Client,
} from '#server/testing/test-app.ts'
import { useEveryFeature } from '#server/testing/used-account.ts'

const { app, database } = await ownApp()
let admin: Client

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
  admin = await signUp(app)
})

type Entry = AnyRecord & { action: string; subject: string | null; label: string | null }

const readLog = async (query = '', client = admin) =>
  (await client.get<Entry[]>(`/api/audit?${query}`)).body

const readPersonId = async (client: Client) =>
  (await client.get<SignedInUser>('/api/auth/user')).body.id

test('C70 Each event names who caused it', async () => {
  const clerk = await inviteMember(app, admin, 'accounting')
  const { body } = await clerk.post('/api/trucks', makeSample('trucks'))
  await admin.put(`/api/trucks/${body.id}`, { ...body, model: 'Other' })
  await clerk.get('/api/trucks/export.csv')
  const entries = await readLog('subject=trucks')
  expect(entries.map(({ action, labels }) => [action, labels.personId])).toEqual([
    ['exported', 'Sam accounting'],
    ['changed', 'Pat Doe'],
    ['created', 'Sam accounting'],
  ])
  const own = await readLog(`personId=${await readPersonId(clerk)}&subject=trucks`)
  expect(own.map(({ action }) => action)).toEqual(['exported', 'created'])
  expect((await admin.get('/api/audit?personId=unknown')).status).toBe(400)
  const csv = (await admin.get('/api/audit/export.csv?subject=trucks&sort=id')).text
  expect(csv.split('\r\n')[0]).toContain('When,Person,Action')
  expect(csv.split('\r\n')[1]).toContain(',Sam accounting,created,')
})

test('C70 C136 Each event names a person, or the upload link that a document came through', async () => {
  const { client } = await useEveryFeature(app)
  const accountId = await readAccountId(client)
  const { rows } = await sql`select action, subject, label from audit
    where user_id = ${accountId} and person_id is null
      and (subject <> 'documents' or after ->> 'uploadLinkId' is null)`.execute(database)
  expect(rows).toEqual([])
})

test('C70 Invitations, members and settings of roles are logged with who did it', async () => {
  const token = await inviteByLink(admin, { email: 'sue@team.example', role: 'viewer' })
  await acceptInvitation(app, { token, password: PASSWORD, firstName: 'Sue' })
  const [member] = (await admin.get<Team>('/api/team')).body.members.slice(1)
  await admin.put(`/api/team/members/${member?.id}`, { role: 'safety' })
  await admin.put('/api/team/settings', { viewerRevenue: true })
  await admin.delete(`/api/team/members/${member?.id}`)
  const entries = (await readLog('sort=id')).filter(({ subject }) =>
    ['members', 'invitations', 'team_settings'].includes(subject ?? ''),
  )
  const said = entries.map(({ action, subject, label, labels }) => [
    subject,
    action,
    label,
    labels.personId,
  ])
  expect(said).toEqual([
    ['members', 'created', 'Pat Doe', 'Pat Doe'],
    ['invitations', 'created', 'sue@team.example', 'Pat Doe'],
    ['invitations', 'deleted', 'sue@team.example', 'Sue'],
    ['members', 'created', 'Sue', 'Sue'],
    ['members', 'changed', 'Sue', 'Pat Doe'],
    ['team_settings', 'created', null, 'Pat Doe'],
    ['members', 'changed', 'Sue', 'Pat Doe'],
  ])
  expect(entries[4]).toMatchObject({ before: { role: 'viewer' }, after: { role: 'safety' } })
  expect(Object.keys(entries[6]?.after as object)).toEqual(['until'])
})

test('C70 A failed login is logged in each account of the person, and a login in one', async () => {
  const email = 'both@team.example'
  const founder = await signUp(app, email)
  const token = await inviteByLink(admin, { email, role: 'viewer' })
  await acceptInvitation(app, { token }, founder)
  const visitor = createClient(app)
  await visitor.post('/api/login', { email, password: 'wrong wrong' })
  await visitor.post('/api/login', { email, password: PASSWORD })
  const personId = (await admin.get<Team>('/api/team')).body.members[1]?.personId
  const { rows } = await sql<{ action: string; accounts: number }>`
    select action, count(distinct user_id)::int as accounts from audit
    where person_id = ${personId} and action in ('login-refused', 'logged-in')
      and created_at > (select max(created_at) from audit where action = 'logged-out')
    group by action order by action`.execute(database)
  expect(rows).toEqual([
    { action: 'logged-in', accounts: 1 },
    { action: 'login-refused', accounts: 2 },
  ])
})

test('C70 A connection keeps no person for the next request', async () => {
  const personId = await readPersonId(admin)
  const read = sql<{ person: string }>`select current_setting('haulbook.person', true) as person`
  await database.connection().execute(async (one) => {
    const inside = await actAs(personId, () =>
      one.transaction().execute((work) => read.execute(work)),
    )
    expect(inside.rows).toEqual([{ person: personId }])
    expect((await read.execute(one)).rows).toEqual([{ person: '' }])
  })
})

test('C70 C74 A person who sees the events of others can filter by person, previous members too', async () => {
  const clerk = await inviteMember(app, admin, 'accounting')
  const dispatcher = await inviteMember(app, admin, 'dispatcher')
  const id = await readPersonId(dispatcher)
  const { members } = (await admin.get<Team>('/api/team')).body
  const read = async (client: Client) =>
    (await client.get<{ personId: string; name: string }[]>('/api/audit/people')).body
  expect((await dispatcher.get('/api/audit/people')).status).toBe(403)
  await admin.delete(`/api/team/members/${members.find((one) => one.personId === id)?.id}`)
  const names = ['Pat Doe', 'Sam accounting', 'Sam dispatcher']
  expect((await read(admin)).map(({ name }) => name)).toEqual(names)
  expect(await read(clerk)).toEqual(await read(admin))
  expect((await read(await signUp(app))).map(({ name }) => name)).toEqual(['Pat Doe'])
})
