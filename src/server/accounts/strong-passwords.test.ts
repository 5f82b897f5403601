import { hash } from '@node-rs/argon2'
import { beforeEach, expect, test } from 'vitest'
import { createChance } from '#server/testing/fuzz/chance.ts'
import {
  hashAsTheProduct,
  createClient,
  PASSWORD,
  signUp,
  ownApp,
} from '#server/testing/test-app.ts'

import { rejectWeakPassword } from './strong-passwords.ts'

const { app, database } = await ownApp()
hashAsTheProduct()
const visitor = createClient(app)
const ADVICE =
  'Try eight random characters, or three words that have nothing to do with each other.'
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
  ...[
    'aaaaaaaa',
    '        ',
    'freightliner',
    'P@ssw0rd',
    'Dombrowski7',
    'trucks123',
    'driver2024!',
  ],
  ...['Dombrowski2026', 'texas2024', '11291985', '1q2w3e4r', 'letmein99', 'michael85'],
])('S03 The password "%s" is too easy to guess', async (password) => {
  const who = { email: `weak${++people}@example.com`, firstName: 'Pat', lastName: 'Dombrowski' }
  const { status, body } = await visitor.post('/api/signup', { ...who, password })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['password']])
})

const SETS = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&*+-?@_',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  'abcdefghijklmnopqrstuvwxyz0123456789',
]

test.each(SETS)('S03 Eight random characters of %s are strong enough', async (characters) => {
  const { whole } = createChance(20)
  const draw = () => characters[whole(characters.length)]
  const known = { email: 'pat.doe@example.com', names: ['Pat', 'Doe'], company: 'Big Road' }
  for (let n = 0; n < 1000; n++) {
    const password = Array.from({ length: 8 }, draw).join('')
    await expect(rejectWeakPassword('password', password, known), password).resolves.toBeUndefined()
  }
})

test.each([
  ...['acme trucking', 'joe miller', 'miller.joe', 'acme-trucking', 'Acme Trucking', 'acme@2026!'],
  ...['Joe@acme1', 'joe.miller@acme', 'truck driver', 'I love you', 'pass-word-1', 'joemiller99'],
])('S03 Marks between known words make "%s" no stronger', async (password) => {
  const known = {
    email: 'joe@acme.example',
    names: ['Joe', 'Miller'],
    company: 'Acme Trucking LLC',
  }
  await expect(rejectWeakPassword('password', password, known)).rejects.toThrow()
})

test.each([
  'qV7#mZ2x',
  'correct horse battery',
  'mango ladder 480',
  'Zx7!kqp2Lw',
  'żółta gęś na moście',
])('S03 "%s" is strong enough', async (password) => {
  const sent = { email: `strong${++people}@example.com`, password }
  expect((await visitor.post('/api/signup', sent)).status).toBe(201)
})

test('S03 A weak new password is rejected at its field, with what makes it weak', async () => {
  const me = await signUp(app)
  await me.post('/api/settings', { companyName: 'Zanzibar Movers' })
  const messages = []
  for (const newPassword of ['zanzibar12', 'Doe20261', 'trucks123', 'aaaaaaaaaa', 'qwertyuiop'])
    messages.push(
      (await me.put('/api/auth/password', { currentPassword: PASSWORD, newPassword })).body.fields,
    )
  expect(messages).toEqual(
    [
      'It contains the name of your company.',
      'It contains your name.',
      'It contains “trucks”, a word of the trade.',
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
