import { hash } from '@node-rs/argon2'
import { beforeEach, expect, test } from 'vitest'
import {
  hashAsTheProduct,
  createClient,
  PASSWORD,
  signUp,
  testApp,
} from '#server/testing/test-app.ts'

const { app, database } = await testApp()
hashAsTheProduct()
const visitor = createClient(app)
const ADVICE = 'Try three or four words that have nothing to do with each other.'
let people = 0

beforeEach(async () => {
  await database.deleteFrom('attempts').execute()
})

function logIn(email: string, password: string) {
  return visitor.post('/api/login', { email, password })
}

/** Signs up, and stores a hash that was made with other parameters. */
async function signUpWithHash(password: string, memoryCost: number) {
  const email = `stored${++people}@example.com`
  const me = await signUp(app, email)
  const stored = await hash(password, { memoryCost, timeCost: 2, parallelism: 1 })
  await database
    .updateTable('persons')
    .set({ password: stored })
    .where('email', '=', email)
    .execute()
  return { email, me, stored }
}

async function readHash(email: string): Promise<string | undefined> {
  const found = database.selectFrom('persons').select('password').where('email', '=', email)
  return (await found.executeTakeFirst())?.password
}

test.each([
  ...['password', 'PASSWORD1', '12345678', 'Qwertyuiop', 'iloveyou'],
  ...['haulbook2026', 'Haulbook1', 'trucking1', 'settlement1', 'Password1!', 'Summer2026!'],
  ...['aaaaaaaa', '        ', 'freightliner', 'P@ssw0rd', 'Dombrowski7'],
])('S03 The password "%s" is too easy to guess', async (password) => {
  const who = { email: `weak${++people}@example.com`, firstName: 'Pat', lastName: 'Dombrowski' }
  const { status, body } = await visitor.post('/api/signup', { ...who, password })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['password']])
})

test.each(['correct horse battery', 'mango ladder 480', 'Zx7!kqp2Lw', 'żółta gęś na moście'])(
  'S03 "%s" is strong enough',
  async (password) => {
    const sent = { email: `strong${++people}@example.com`, password }
    expect((await visitor.post('/api/signup', sent)).status).toBe(201)
  },
)

test('S03 A weak new password is rejected at its field, with what makes it weak', async () => {
  const me = await signUp(app)
  await me.post('/api/settings', { companyName: 'Zanzibar Movers' })
  const messages = []
  for (const newPassword of ['zanzibar12', 'aaaaaaaaaa', 'qwertyuiop'])
    messages.push(
      (await me.put('/api/auth/password', { currentPassword: PASSWORD, newPassword })).body.fields,
    )
  expect(messages).toEqual(
    [
      'It contains your email, your name, your company or a trucking term.',
      'It repeats the same characters.',
      'It is one of the most common passwords.',
    ].map((why) => ({ newPassword: [`Too easy to guess. ${why} ${ADVICE}`] })),
  )
})

/** The same letters: composed, and as a Mac's keyboard sends them. */
const COMPOSED = 'Zażółć 57 gęśle'
const DECOMPOSED = COMPOSED.normalize('NFD')

test('S03 A password matches however its letters are composed', async () => {
  const email = `letters${++people}@example.com`
  const signedUp = await visitor.post('/api/signup', { email, password: DECOMPOSED })
  expect(signedUp.status).toBe(201)
  expect((await logIn(email, COMPOSED)).status).toBe(200)
  expect((await logIn(email, DECOMPOSED)).status).toBe(200)
})

test('S04 A hash with fewer passes or less memory is replaced at the next login', async () => {
  const { email, stored } = await signUpWithHash('mango ladder 480', 9_728)
  expect(stored).toContain('m=9728')
  expect((await logIn(email, 'mango ladder 480')).status).toBe(200)
  const renewed = await readHash(email)
  expect(renewed).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect((await logIn(email, 'mango ladder 480')).status).toBe(200)
  expect(await readHash(email)).toBe(renewed)
})

test.each([
  ['mango ladder 480', 201],
  ['aaaaaaaa', 400],
])('S03 A password of 1,000 characters is judged by its beginning: %s', async (begin, status) => {
  const password = begin.padEnd(1000, begin)
  const sent = { email: `long${++people}@example.com`, password }
  expect((await visitor.post('/api/signup', sent)).status).toBe(status)
})
