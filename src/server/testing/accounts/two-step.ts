/** Two-step login in tests. The clock is set by `setClock`, so that no test depends on when it runs. */
import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createClient, PASSWORD, readCookie, type Client } from '#server/testing/test-app.ts'

/** Ten seconds into a period. */
const START = 1_790_000_020_000
export const PERIOD_SECONDS = 30

/** Stops the clock `seconds` after the start of the test. */
export function setClock(seconds = 0): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + seconds * 1000 })
}

/** Restores the clock after each test of the file. */
export function restoreClock(): void {
  afterEach(() => void vi.useRealTimers())
}

/** The code that the person's authenticator app shows. `later`: seconds from now. */
export function readCode(secret: string, later = 0): string {
  const timestamp = Date.now() + later * 1000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

type WithTwoStep = { client: Client; secret: string; recoveryCodes: string[] }

/** Turns two-step login on with the current code. The returned `client` has the new session. */
export async function turnOnTwoStep(
  app: FastifyInstance,
  client: Client,
  password = PASSWORD,
): Promise<WithTwoStep> {
  const { body } = await client.post<{ secret: string }>('/api/auth/two-step/setup')
  const typed = { code: readCode(body.secret), password }
  const on = await client.post<{ recoveryCodes: string[] }>('/api/auth/two-step/on', typed)
  expect(on.status).toBe(200)
  const session = createClient(app, readCookie(on.headers['set-cookie']))
  return { client: session, secret: body.secret, recoveryCodes: on.body.recoveryCodes }
}

/** Sends the password. `send` sends the code with the cookie of this login. */
export async function startLogin(app: FastifyInstance, email: string, password = PASSWORD) {
  const response = await createClient(app).post('/api/login', { email, password })
  const client = createClient(app, readCookie(response.headers['set-cookie']))
  return { response, send: (code: string) => client.post('/api/login/second-step', { code }) }
}

/** Logs in with both steps. */
export async function logInWithCode(app: FastifyInstance, email: string, code: string) {
  return (await startLogin(app, email)).send(code)
}
