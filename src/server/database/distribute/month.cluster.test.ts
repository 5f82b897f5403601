/** The same month on a cluster and on plain PostgreSQL has the same answers. Run it with `npm run test:cluster`. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { AuditEvent } from '#core/audit/audit.ts'
import { clusterApp } from '#server/testing/cluster.ts'
import { listOperations, type ApiPage } from '#server/testing/fuzz/calls.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'
import { useEveryFeature } from '#server/testing/used-account.ts'

const cluster = await clusterApp()
const plain = await testApp()

/** What an account with every feature gets from each route that reads, by the route. */
async function readEverything(app: FastifyInstance) {
  const { client, ids } = await useEveryFeature(app)
  const page = (await client.get<ApiPage>('/api/docs/json')).body
  const answers: Record<string, string> = {}
  for (const { method, path } of listOperations(page)) {
    if (method !== 'GET' || path.startsWith('/api/portal/')) continue
    const url = path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, part: string, name: string) =>
      name === 'zip' ? `${part}/75201` : `${part}/${ids[part] ?? 'none'}`,
    )
    const { status, text, headers } = await client.get(`${url}?from=2026-01-01&to=2026-12-31`)
    const isText = /json|csv/.test(String(headers['content-type']))
    answers[path] = `${status} ${isText ? withoutIds(text) : String(headers['content-type'])}`
  }
  return { client, answers }
}

/** Ids, moments, tokens and the emails of new accounts differ from run to run. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/person\d+@example\.com|member\d+@[\w.]+/g, '<email>')
    .replaceAll(
      /("(?:\w*[iI]ds?|\w*operation|transaction|save|bytes|sha256)":)(?:\d+|\[[\d,]*\])/g,
      '$1<id>',
    )
    .replaceAll(/\/\d+(?=["/?])/g, '/<id>')
}

test('C401 An account that used every feature reads the same on a cluster', async () => {
  const expected = await readEverything(plain.app)
  const { answers, client } = await readEverything(cluster.app)
  expect(Object.keys(answers).length).toBeGreaterThan(150)
  expect(answers).toEqual(expected.answers)
  expect(cluster.sent.filter(({ status }) => status >= 500)).toEqual([])
  expect(await listEntriesWithoutPerson(client)).toEqual([])
})

/** Each change has its person, and the program is Haulbook's. */
async function listEntriesWithoutPerson(client: Client): Promise<unknown[]> {
  const { body } =
    await client.get<(AuditEvent & { via?: string; personId?: string | null })[]>(
      '/api/audit?limit=1000',
    )
  expect(body.length).toBeGreaterThan(100)
  return body.filter(({ personId, via }) => personId === null || (via && via !== 'haulbook'))
}
