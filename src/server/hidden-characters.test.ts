/** Sends every property of every documented body with a hidden character in it. */
import { expect, test } from 'vitest'
import { createChance } from './testing/fuzz/chance.ts'
import { listOperations, type ApiPage, type Route } from './testing/fuzz/calls.ts'
import { validValue, type Schema } from './testing/fuzz/values.ts'
import { makeSample } from './testing/samples.ts'
import { inviteMember } from './testing/team.ts'
import { createClient, signUp, testApp, type Body } from './testing/test-app.ts'

const { app, database } = await testApp()
const me = await signUp(app)
const { id: ownerId } = (await me.post('/api/owners', makeSample('owners', 34))).body
const owner = await inviteMember(app, me, 'owner', { ownerId })

const HIDDEN = 'a\u200Bb'
const IGNORED = new Set([
  // Any other value means a line that is not extra pay.
  'POST /api/billing/{id}/expenses kind',
  // Compared, like a password.
  'PUT /api/auth/password code',
  // What is typed so far. Nothing is stored or shown.
  ...['email', 'firstName', 'lastName'].map((name) => `POST /api/password-check ${name}`),
])
/** Passwords are not shown, and may have any character. */
const NOT_SHOWN = /^(current|new)?password$/i

const { paths } = (await me.get<ApiPage>('/api/docs/json')).body
const bodies = listOperations({ paths }).flatMap((route) => {
  const schema = route.operation.requestBody?.content['application/json']?.schema
  return schema ? [{ route, schema, name: `${route.method} ${route.path}` }] : []
})

async function send({ method, path }: Route, body: unknown) {
  const url = path.replaceAll(/\{\w+\}/g, '1')
  const { cookie } = path.startsWith('/api/portal/') ? owner : me
  return createClient(app, cookie).send<{ fields?: Record<string, string[]> }>(method, url, body)
}

test.each(bodies)(
  'C34 $name rejects a hidden character at its field',
  async ({ route, schema, name }) => {
    const chance = createChance(34)
    for (const property of listProperties(schema)) {
      if (IGNORED.has(`${name} ${property}`)) continue
      const valid = validValue(schema, chance) as Record<string, unknown>
      const { status, body } = await send(route, { ...valid, [property]: HIDDEN })
      const named = Object.keys(body.fields ?? {})
      expect([property, status, named.includes(property)]).toEqual([property, 400, true])
    }
  },
)

function listProperties({ properties = {}, allOf = [] }: Schema): string[] {
  const own = Object.keys(properties).filter((name) => !NOT_SHOWN.test(name))
  return [...own, ...allOf.flatMap(listProperties)]
}

test('C34 The message of a hidden character reaches the cells of an import and nested lists', async () => {
  const file = `Company Name\n${HIDDEN}\n`
  const checked = await me.post<{ errors: { message: string }[] }>(
    '/api/brokers/import/check',
    file,
    {
      'content-type': 'text/csv',
    },
  )
  expect(checked.body.errors.map(({ message }) => message)).toContain(
    'Company name contains a hidden character: U+200B (zero width space) after “a”. Delete it.',
  )
  const customDeductions = [{ name: HIDDEN, type: 'fixed', value: '1.00' }]
  const saved = await me.post<{ fields: object }>('/api/settings', { customDeductions })
  expect([saved.status, Object.keys(saved.body.fields)]).toEqual([400, ['customDeductions']])
})

test('C34 An old record with a hidden character is shown, and a save names the character', async () => {
  const { body } = await me.post('/api/trucks', makeSample('trucks', 34))
  await database.updateTable('trucks').set({ make: HIDDEN }).where('id', '=', body.id).execute()
  const old = (await me.get<Body>(`/api/trucks/${body.id}`)).body
  expect(old.make).toBe(HIDDEN)
  const refused = await me.put<{ message: string; fields: object }>(`/api/trucks/${body.id}`, old)
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['make']])
  expect(refused.body.message).toContain('U+200B (zero width space) after “a”')
  expect((await me.put(`/api/trucks/${body.id}`, { ...old, make: 'Volvo' })).status).toBe(200)
})
