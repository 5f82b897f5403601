/** Searches every response of the portal for planted values of others. */
import { beforeAll, expect, test } from 'vitest'
import { listOperations, type ApiPage, type Route } from '#server/testing/fuzz/calls.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import {
  PLANTED,
  PLANTED_CENTS,
  portalCarrier,
  type PortalCarrier,
} from '#server/testing/portal/portal-carrier.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let at: PortalCarrier
let routes: Route[]

beforeAll(async () => {
  at = await portalCarrier(app)
  const { body } = await at.me.get<ApiPage>('/api/docs/json')
  routes = listOperations(body).filter(({ path }) => path.startsWith('/api/portal/'))
})

const MEMBERS = ['owner', 'driver', 'unpaidDriver'] as const
const QUERY = 'year=2026&language=es'

/** The text of a response, of a PDF its printed text. ZIPs are compressed, so their routes are not read here. */
async function readText(member: Client, url: string): Promise<string> {
  const headers = { cookie: member.cookie }
  const response = await app.inject({ method: 'GET', url, headers })
  if (response.headers['content-type'] !== 'application/pdf') return response.body
  return (await pdfText(response.rawPayload)).join('\n')
}

test.each(MEMBERS)(
  'C78 No response to %s has anything of another payee or a draft',
  async (name) => {
    const ids = [at.paid, at.approved, at.voided, at.draft, at.ofDan, at.ofBob]
    const reads = routes.filter(({ method, path }) => method === 'GET' && !path.endsWith('.zip'))
    expect(reads.length).toBeGreaterThan(7)
    for (const { path } of reads)
      for (const id of path.includes('{id}') ? ids : [0]) {
        const url = `${path.replace('{id}', String(id))}?${QUERY}`
        const text = await readText(at[name], url)
        expect([url, text.includes(PLANTED), text.includes(PLANTED_CENTS)]).toEqual([
          url,
          false,
          false,
        ])
      }
  },
)

test('C78 The planted values are in the office’s responses', async () => {
  const loads = await at.me.get('/api/loads')
  const statements = await at.me.get('/api/statements')
  expect(loads.text).toContain(PLANTED)
  expect(statements.text).toContain(PLANTED_CENTS)
})
