/** Searches every response to truck owners and drivers for planted values of others. */
import { beforeAll, expect, test } from 'vitest'
import { efsFile } from '#server/testing/cards/card-files.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { listOperations, type ApiPage, type Route } from '#server/testing/fuzz/calls.ts'
import {
  PLANTED,
  PLANTED_CENTS,
  portalCarrier,
  type PortalCarrier,
} from '#server/testing/portal/portal-carrier.ts'
import { readResponseText } from '#server/testing/roles/response-text.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: PortalCarrier
let routes: Route[]
/** Every id of the account, by the part of the path before the id. */
let ids: Record<string, number[]>
/** Bob's ids: none of the members may see them. */
let ofBob: Record<string, number>

beforeAll(async () => {
  carrier = await portalCarrier(app)
  const { client } = carrier
  routes = listOperations((await client.get<ApiPage>('/api/docs/json')).body)
  ofBob = await useAsBob(client)
  const list = async (name: string) =>
    (await client.get<Body[]>(`/api/${name}`)).body.map(({ id }) => id)
  ids = { questions: [ofBob.questions ?? 0] }
  for (const name of ['loads', 'billing', 'owners', 'drivers', 'trucks', 'brokers', 'documents'])
    ids[name] = await list(name)
  ids.statements = ids.billing ?? []
})

/** Bob asks about his statement, and the office adds papers to his load. */
async function useAsBob(client: Client): Promise<Record<string, number>> {
  const loads =
    (await client.get<Body[]>(`/api/loads?truckId=${carrier.bobsTruck}`)).body[0]?.id ?? 0
  const path = `/api/loads/${loads}/documents`
  const { id: documents } = (await upload(client, path, { kind: 'rate-confirmation' })).body
  const bob = await inviteMember(app, client, 'owner', { ownerId: carrier.bob })
  const asked = await bob.post(`/api/portal/statements/${carrier.ofBob}/questions`, {
    key: 'statement',
    text: `${PLANTED} question`,
  })
  expect([documents > 0, asked.status, await buyForBob(client)]).toEqual([true, 201, 1])
  return { loads, documents, statements: carrier.ofBob, questions: asked.body.id }
}

/** A card purchase of Bob's truck that waits for his next statement. Returns how many are ready. */
async function buyForBob(client: Client): Promise<number> {
  const unit = `${PLANTED} truck`
  const row = { unit, day: '2026-11-18', invoice: `${PLANTED} invoice`, discount: '29.77' }
  const path = '/api/card-purchases/import?name=week.csv'
  const type = { 'content-type': 'text/csv' }
  return (await client.post<{ ready: number }>(path, efsFile([row]), type)).body.ready
}

const MEMBERS = ['owner', 'driver', 'unpaidDriver'] as const
const CASES = [
  ...MEMBERS.map((name) => ({ name, title: name, driverRevenue: false })),
  ...(['driver', 'unpaidDriver'] as const).map((name) => ({
    name,
    title: `${name} with revenue`,
    driverRevenue: true,
  })),
]
const QUERY = 'year=2026&language=es'
/** Planted cents, but not the milliseconds of a time. */
const PLANTED_AMOUNT = /\.77(?!\d)/

/** The addresses of a route with each id of the account. */
function listUrls({ path }: Route): string[] {
  const [, part = ''] = /([\w-]+)\/\{/.exec(path) ?? []
  const known = path.includes('{') ? (ids[part] ?? [1, 2]) : [0]
  return known.map((id) => path.replaceAll(/\{\w+\}/g, String(id)))
}

test.each(CASES)(
  'C78 C305 No response to $title has anything of another payee or a draft, on any route',
  async ({ name, driverRevenue }) => {
    const saved = await carrier.client.put('/api/team/settings', { driverRevenue })
    expect(saved.status).toBe(200)
    const reads = routes.filter(({ method }) => method === 'GET')
    expect(reads.length).toBeGreaterThan(150)
    const found: string[] = []
    for (const route of reads)
      for (const url of listUrls(route)) {
        const text = await readResponseText(app, `${url}?${QUERY}`, carrier[name].cookie)
        if (text.includes(PLANTED) || PLANTED_AMOUNT.test(text)) found.push(url)
      }
    expect(found).toEqual([])
  },
)

test.each(MEMBERS)(
  'C78 C305 To %s, another payee’s id is a missing one on every route of the portal',
  async (name) => {
    const member = carrier[name]
    const withId = routes.filter(({ path }) => /^\/api\/portal\/.*\{/.test(path))
    expect(withId.length).toBeGreaterThan(7)
    for (const { method, path } of withId) {
      const send = async (read: (part: string) => number | undefined) => {
        const url = path.replace(/([\w-]+)\/\{\w+\}/, (_, part: string) => `${part}/${read(part)}`)
        const sends = method === 'POST' && path.endsWith('/documents')
        const body = method === 'POST' ? { key: 'statement', text: 'Why?' } : undefined
        const { status, text } = await (sends
          ? upload(member, url, { kind: 'pod' })
          : member.send(method, url, body))
        return [method, path, status, text]
      }
      const missing = await send(() => 99_999_999)
      expect(missing[2]).toBe(404)
      expect(await send((part) => ofBob[part])).toEqual(missing)
    }
  },
)

test('C78 The planted values are in the office’s responses', async () => {
  const loads = await carrier.client.get('/api/loads')
  const statements = await carrier.client.get('/api/statements')
  expect(loads.text).toContain(PLANTED)
  expect(statements.text).toContain(PLANTED_CENTS)
})
