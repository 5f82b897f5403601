/** Searches every response of the portal for planted values of others. */
import { beforeAll, expect, test } from 'vitest'
import { listOperations, type ApiPage, type Route } from '#server/testing/fuzz/calls.ts'
import {
  PLANTED,
  PLANTED_CENTS,
  portalCarrier,
  type PortalCarrier,
} from '#server/testing/portal/portal-carrier.ts'
import { readResponseText } from '#server/testing/roles/response-text.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: PortalCarrier
let routes: Route[]

beforeAll(async () => {
  carrier = await portalCarrier(app)
  const { body } = await carrier.client.get<ApiPage>('/api/docs/json')
  routes = listOperations(body).filter(({ path }) => /^\/api\/(portal|auth)\//.test(path))
})

const MEMBERS = ['owner', 'driver', 'unpaidDriver'] as const
const QUERY = 'year=2026&language=es'
/** Planted cents, but not the milliseconds of a time. */
const PLANTED_AMOUNT = /\.77(?!\d)/

test.each(MEMBERS)(
  'C78 No response to %s has anything of another payee or a draft',
  async (name) => {
    const ids = [
      carrier.paid,
      carrier.approved,
      carrier.voided,
      carrier.draft,
      carrier.ofDan,
      carrier.ofBob,
    ]
    const reads = routes.filter(({ method }) => method === 'GET')
    expect(reads.length).toBeGreaterThan(7)
    for (const { path } of reads)
      for (const id of path.includes('{id}') ? ids : [0]) {
        const url = `${path.replace('{id}', String(id))}?${QUERY}`
        const text = await readResponseText(app, url, carrier[name].cookie)
        expect([url, text.includes(PLANTED), PLANTED_AMOUNT.test(text)]).toEqual([
          url,
          false,
          false,
        ])
      }
  },
)

test('C78 The planted values are in the office’s responses', async () => {
  const loads = await carrier.client.get('/api/loads')
  const statements = await carrier.client.get('/api/statements')
  expect(loads.text).toContain(PLANTED)
  expect(statements.text).toContain(PLANTED_CENTS)
})
