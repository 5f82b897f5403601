/** A member who is removed or gets another role while the body of a request arrives. */
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { Team } from '#core/team/team.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { PASSWORD, signUp, testApp, type Client } from '#server/testing/test-app.ts'
import { turnOnTwoStep } from '#server/testing/accounts/two-step.ts'

const { app } = await testApp()
let people = 0

/** A request whose body arrives after `meanwhile`, two seconds later. */
async function sendSlowly(
  client: Client,
  [url, body]: [url: string, body: object],
  meanwhile: () => Promise<unknown>,
) {
  const now = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  const arrive = async () => {
    await meanwhile()
    later = 2_000
    return Buffer.from(JSON.stringify(body))
  }
  const payload = Readable.from(
    (async function* () {
      yield await arrive()
    })(),
  )
  const headers = { cookie: client.cookie, 'content-type': 'application/json' }
  const { statusCode } = await app.inject({ method: 'POST', url, headers, payload })
  clock.mockRestore()
  return statusCode
}

async function startTeam() {
  const email = `second${++people}@team.example`
  const admin = await signUp(app)
  const second = await inviteMember(app, admin, 'admin', { email })
  const { members } = (await admin.get<Team>('/api/team')).body
  const path = `/api/team/members/${members.find((one) => one.email === email)?.id}`
  return { admin, second, email, path }
}

test('C68 A member who is removed while the body arrives changes nothing', async () => {
  const { admin, second, path } = await startTeam()
  const remove = () => admin.delete(path)
  const invitation = { email: `new${people}@team.example`, role: 'admin' }
  expect(await sendSlowly(second, ['/api/team/invitations', invitation], remove)).toBe(401)
  expect((await admin.get<Team>('/api/team')).body.invitations).toEqual([])
})

test('C68 C71 An Admin who gets another role while the body arrives keeps the account', async () => {
  const { admin, second, email, path } = await startTeam()
  const demote = () => admin.put(path, { role: 'viewer' })
  const deletion = { password: PASSWORD, confirmation: email }
  expect(await sendSlowly(second, ['/api/account/delete', deletion], demote)).toBe(403)
  expect((await admin.get('/api/team')).status).toBe(200)
})

test('C68 C77 A member who must set up two-step login can change nothing until then', async () => {
  const { admin, second } = await startTeam()
  const { client } = await turnOnTwoStep(app, admin)
  const require = () => client.put('/api/team/settings', { requireTwoStep: true })
  expect(await sendSlowly(second, ['/api/brokers', makeSample('brokers')], require)).toBe(403)
})

test('C68 A slow request of a member who stays is accepted', async () => {
  const { second } = await startTeam()
  const nothing = async () => undefined
  expect(await sendSlowly(second, ['/api/brokers', makeSample('brokers')], nothing)).toBe(201)
})
