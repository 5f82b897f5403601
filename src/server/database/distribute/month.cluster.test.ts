/** The same month on a cluster and on plain PostgreSQL has the same answers. Run it with `npm run test:cluster`. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { JOBS } from '#server/background-jobs.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { clusterApp, readEveryRoute } from '#server/testing/cluster.ts'
import { makeSample } from '#server/testing/samples.ts'
import { PASSWORD, signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import { useEveryFeature } from '#server/testing/used-account.ts'

const cluster = await clusterApp()
const plain = await ownApp()

/** What an account with every feature gets from each route that reads, by the route. */
async function readEverything(app: FastifyInstance) {
  const used = await useEveryFeature(app)
  const answers: Record<string, string> = {}
  for (const { path, reply } of await readEveryRoute(used)) {
    const { status, text, headers } = reply
    const isText = /json|csv/.test(String(headers['content-type']))
    answers[path] = `${status} ${isText ? withoutIds(text) : String(headers['content-type'])}`
  }
  return { client: used.client, answers }
}

/** Ids, moments, hashes and the names of new records differ from run to run. Amounts, days and counts stay. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{64}\b/g, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g, '<time>')
    .replaceAll(/[\w.-]+@[\w.]*example(?:\.com)?/g, '<email>')
    .replaceAll(/\b([TL])-\d+/g, '$1-<number>')
    .replaceAll(/(?<!"(?:count|number|version|loads|records|days)":|[\d.-])\d+(?![\d.-])/g, '<id>')
}

test('C401 An account that used every feature reads the same on a cluster', async () => {
  const expected = await readEverything(plain.app)
  const { answers, client } = await readEverything(cluster.app)
  expect(Object.keys(answers).length).toBeGreaterThan(150)
  expect(answers).toEqual(expected.answers)
  expect(cluster.sent.filter(({ status }) => status >= 500)).toEqual([])
  expect(await listEntries(client)).toEqual(await listEntries(expected.client))
})

test('C401 An account is deleted, and every background job runs', async () => {
  const client = await signUp(cluster.app, `deleted-${randomUUID()}@example.com`)
  const { email } = (await client.get<SignedInUser>('/api/auth/user')).body
  await client.post('/api/owners', makeSample('owners'))
  const deletion = { password: PASSWORD, confirmation: email }
  const { status, text } = await client.post('/api/account/delete', deletion)
  expect([status, text]).toEqual([200, expect.any(String)])
  for (const { run } of JOBS) await inTransaction(cluster.database, run)
})

type Entry = { action: string; subject: string; personId: string | null; via: string }

/** What the audit log says about each change: with or without a person, and the program. */
async function listEntries(client: Client): Promise<string[]> {
  const { body } = await client.get<Entry[]>('/api/audit?limit=200')
  expect(body.length).toBeGreaterThan(90)
  return body.map(
    ({ action, subject, personId, via }) =>
      `${action} ${subject} ${personId === null ? 'no one' : 'a person'} ${via}`,
  )
}
