import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { startEmbedded } from '#server/database/embedded/embedded.ts'
import { openDatabase } from '#server/database/open.ts'
import { buildApp } from '#server/app.ts'
import { createClient, PASSWORD, signUp } from '#server/testing/test-app.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-reset-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type CommandResult = { code: number; output: string }

/** Runs the command as an operator would. */
function reset(email: string, dataDir = folder): Promise<CommandResult> {
  const { DATABASE_URL: _, ...rest } = process.env
  const script = path.join(import.meta.dirname, 'reset-password.ts')
  const child = spawn(process.execPath, [script, email], { env: { ...rest, DATA_DIR: dataDir } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, output })))
}

/** Runs the app on the folder's database during `work`. */
async function runWithApp<Result>(work: (app: Awaited<ReturnType<typeof buildApp>>) => Result) {
  const server = await startEmbedded(folder)
  const database = openDatabase(server.connection, () => undefined)
  const app = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
  try {
    await migrate(server.connection)
    return await work(app)
  } finally {
    await app.close()
    await database.destroy()
    await server.stop()
  }
}

const findPassword = ({ output }: CommandResult) => /is (\S+)\n/.exec(output)?.[1] ?? ''

test('A password reset works with and without the server and ends all sessions', async () => {
  const email = 'forgot@example.com'
  const [me, first] = await runWithApp(async (app) => {
    const me = await signUp(app, email)
    const signedOut = createClient(app)
    for (let tries = 0; tries < 10; tries++)
      await signedOut.post('/api/login', { email, password: 'wrong wrong' })
    const first = findPassword(await reset('Forgot@Example.com'))
    expect((await me.get('/api/auth/user')).status).toBe(401)
    expect((await signedOut.post('/api/login', { email, password: PASSWORD })).status).toBe(401)
    expect((await signedOut.post('/api/login', { email, password: first })).status).toBe(200)
    return [me, first]
  })
  const second = findPassword(await reset(email))
  await runWithApp(async (app) => {
    expect((await createClient(app, me.cookie).get('/api/auth/user')).status).toBe(401)
    const logIn = (password: string) => createClient(app).post('/api/login', { email, password })
    expect((await logIn(first)).status).toBe(401)
    expect((await logIn(second)).status).toBe(200)
  })
})

test('An unknown email and an empty folder print one line and create nothing', async () => {
  expect(await reset('stranger@example.com')).toEqual({
    code: 1,
    output: 'No one has the email stranger@example.com.\n',
  })
  const empty = path.join(folder, 'mistyped')
  const response = await reset('stranger@example.com', empty)
  expect([response.code, response.output.split('\n').length]).toEqual([1, 2])
  expect(response.output).toContain('No database in')
})
