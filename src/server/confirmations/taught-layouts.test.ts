/** Layouts of rate confirmations that were taught by pointing (SPEC C147). */
import { beforeAll, expect, test } from 'vitest'
import {
  MAX_TAUGHT_LAYOUTS,
  type StoredLayout,
  type TaughtLayout,
} from '#core/confirmations/taught/taught-layout.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const PATH = '/api/taught-layouts'
let me: Client

beforeAll(async () => {
  me = await signUp(app)
})

const field = (label: string) => ({
  anchors: [{ label, side: 'right' as const }],
  corrects: false,
})

function layout(change: Partial<TaughtLayout> = {}): TaughtLayout {
  return {
    broker: 'Ridge Brokerage',
    marks: ['ridge.example'],
    words: ['rate confirmation'],
    fields: { total: field('Haul Fee') },
    ...change,
  }
}

async function teach(client: Client, taught: TaughtLayout, id: number | null = null) {
  return client.post<StoredLayout>(PATH, { id, layout: taught })
}

async function list(client = me) {
  return (await client.get<StoredLayout[]>(PATH)).body
}

test('C147 A layout is kept for the account, listed and forgotten', async () => {
  const client = await signUp(app)
  const { status, body } = await teach(client, layout())
  expect([status, body.layout]).toEqual([200, layout()])
  expect(await list(client)).toEqual([body])
  expect((await client.delete(`${PATH}/${body.id}`)).status).toBe(204)
  expect(await list(client)).toEqual([])
  expect((await client.delete(`${PATH}/${body.id}`)).status).toBe(404)
})

test('C147 Fields that are taught later are added to the layout of the same papers', async () => {
  const client = await signUp(app)
  const first = (await teach(client, layout())).body
  const second = await teach(client, layout({ fields: { weight: field('Wt') } }))
  expect(second.body.id).toBe(first.id)
  const words = ['load sheet']
  const third = await teach(client, layout({ words, fields: { miles: field('Mi') } }), first.id)
  expect(third.body.id).toBe(first.id)
  const [stored, ...others] = await list(client)
  expect(others).toEqual([])
  expect(Object.keys(stored?.layout.fields ?? {}).toSorted()).toEqual(['miles', 'total', 'weight'])
})

test('C147 A layout of other papers of the same broker is a separate layout', async () => {
  const client = await signUp(app)
  await teach(client, layout())
  await teach(client, layout({ words: ['load tender'] }))
  expect(await list(client)).toHaveLength(2)
})

test('C147 Another account neither sees a layout nor adds to it', async () => {
  const { id } = (await teach(me, layout())).body
  const before = await list()
  const other = await signUp(app)
  const theirs = await teach(other, layout({ fields: { weight: field('Wt') } }), id)
  expect(theirs.body.id).not.toBe(id)
  expect((await other.delete(`${PATH}/${id}`)).status).toBe(404)
  expect(await list()).toEqual(before)
})

test('C147 C73 Only members who change loads teach', async () => {
  const viewer = await inviteMember(app, me, 'viewer')
  expect((await teach(viewer, layout())).status).toBe(403)
  expect((await viewer.get(PATH)).status).toBe(403)
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  expect((await teach(dispatcher, layout())).status).toBe(200)
})

test('C147 The audit log has a layout that was taught and forgotten', async () => {
  const client = await signUp(app)
  const { id } = (await teach(client, layout())).body
  await client.delete(`${PATH}/${id}`)
  const log = await client.get<{ label: string; labels: object }[]>(
    '/api/audit?subject=taught_layouts',
  )
  expect(log.body.map(({ label }) => label)).toEqual(['Ridge Brokerage', 'Ridge Brokerage'])
  const person = { personId: 'Pat Doe' }
  expect(log.body.map(({ labels }) => labels)).toEqual([person, person])
})

test.each<[string, object]>([
  ['no fields', { fields: {} }],
  ['an unknown field', { fields: { color: field('Color') } }],
  ['a long label', { fields: { total: field('x'.repeat(61)) } }],
  [
    'many anchors',
    { fields: { total: { ...field('a'), anchors: Array(4).fill({ label: 'a', side: 'right' }) } } },
  ],
  [
    'another side',
    { fields: { total: { anchors: [{ label: 'a', side: 'above' }], corrects: false } } },
  ],
  ['no mark of the broker', { marks: [] }],
  ['an unknown property', { page: 1 }],
])('C147 A layout with %s is 400', async (_what, part) => {
  const { status } = await me.post(PATH, { id: null, layout: { ...layout(), ...part } })
  expect(status).toBe(400)
})

test('C147 An account keeps a limited number of layouts', async () => {
  const client = await signUp(app)
  const userId = await readAccountId(client)
  await database
    .insertInto('taughtLayouts')
    .values(
      Array.from({ length: MAX_TAUGHT_LAYOUTS }, (_, index) => ({
        userId,
        broker: `B ${index}`,
        layout: JSON.stringify(layout({ words: [`title ${index}`] })),
      })),
    )
    .execute()
  const refused = await teach(client, layout())
  expect(refused.status).toBe(409)
  expect((await teach(client, layout({ words: ['title 7'] }))).status).toBe(200)
})
