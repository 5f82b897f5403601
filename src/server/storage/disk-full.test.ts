/** Requests while the disk is full (SPEC C30). faults/full-disk.test.ts fills a real one. */
import { beforeEach, expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { createClient, PASSWORD, signUp, ownApp, type Client } from '#server/testing/test-app.ts'

const SHORTAGE = "The server's disk is full: 8 MB is free, and 40 MB more is needed."
let full = false
const { app } = await ownApp({ findShortage: () => (full ? SHORTAGE : undefined) })
let me: Client

beforeEach(async () => {
  full = false
  me = await signUp(app)
  full = true
})

test('C30 On a full disk changes are 507 with the reason, until there is space again', async () => {
  const rejected = await me.post('/api/trucks', makeSample('trucks'))
  expect([rejected.status, rejected.body.message]).toEqual([507, SHORTAGE])
  expect((await me.send('DELETE', '/api/trucks/1')).status).toBe(507)
  full = false
  expect((await me.post('/api/trucks', makeSample('trucks'))).status).toBe(201)
})

test('C30 On a full disk users can read, export, log in and change the password', async () => {
  expect((await me.get('/api/trucks')).status).toBe(200)
  expect((await me.get('/api/trucks/export.csv')).status).toBe(200)
  const { email } = (await me.get<{ email: string }>('/api/auth/user')).body
  const login = await createClient(app).post('/api/login', { email, password: PASSWORD })
  expect(login.status).toBe(200)
  expect((await me.send('DELETE', '/api/auth/sessions')).status).toBe(204)
  const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' }
  expect((await me.put('/api/auth/password', passwords)).status).toBe(200)
})

test('C30 A change without a session is 401 on a full disk too, and no sign-up is stored', async () => {
  const stranger = createClient(app)
  expect((await stranger.post('/api/trucks', {})).status).toBe(401)
  const account = { email: 'new@example.com', password: PASSWORD }
  expect((await stranger.post('/api/signup', account)).status).toBe(507)
})
