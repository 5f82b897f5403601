/**
 * The app on a Citus cluster for trials: `CLUSTER_URL` is its coordinator with the app's role, `CLUSTER_OWNER_URL` the same with the
 * owner's. The database is distributed, and holds nothing of value: a new encryption key is registered.
 */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { ARGON2ID } from '#server/accounts/passwords.ts'
import { getKeyring, setKeyring } from '#server/database/secrets/keyring-plugin.ts'
import { openDatabase, SESSION_OPTIONS, type Database } from '#server/database/open.ts'
import { listOperations, type ApiPage } from './fuzz/calls.ts'
import { giveNewKey, openApp } from './test-app.ts'
import type { UsedAccount } from './used-account.ts'

/** What the coordinator sent to workers for one request. */
export type Sent = {
  route: string
  status: number
  workers: Set<string>
  inTwoPhases: boolean
}

/** `sent`: the requests so far, in their order. */
export async function clusterApp(): Promise<{
  app: FastifyInstance
  database: Database
  sent: Sent[]
}> {
  Object.assign(ARGON2ID, { memoryCost: 8, timeCost: 1 })
  const owner = openDatabase(readUrl('CLUSTER_OWNER_URL'), () => undefined)
  await giveNewKey(owner)
  const url = new URL(readUrl('CLUSTER_URL'))
  // A parameter of the address takes the place of what the app sets.
  url.searchParams.set('options', `${SESSION_OPTIONS} -c citus.log_remote_commands=on`)
  const commands: { server: string; text: string }[] = []
  const database = openDatabase(url.href, () => undefined, {
    onNotice: ({ message = '', detail = '' }) => {
      const [, server] = /^on server \w+@(\S+)/.exec(detail) ?? []
      if (server) commands.push({ server, text: message })
    },
  })
  setKeyring(database, getKeyring(owner))
  const app = await openApp(database)
  afterAll(async () => {
    await database.destroy()
    await owner.destroy()
  })
  const sent: Sent[] = []
  return { app: countCommands(app, commands, sent), database, sent }
}

function readUrl(name: string): string {
  const url = process.env[name]
  if (!url) throw new Error(`Set ${name} to the coordinator of a cluster for trials`)
  return url
}

/** Requests are sent one after the other. */
function countCommands(
  app: FastifyInstance,
  commands: { server: string; text: string }[],
  sent: Sent[],
): FastifyInstance {
  async function inject(options: InjectOptions) {
    commands.length = 0
    const response = await app.inject(options)
    const path = new URL(String(options.url), 'http://localhost').pathname
    sent.push({
      route: `${options.method} ${path.replaceAll(/\/(?:\d+|[0-9a-f-]{36,})(?=\/|$)/g, '/:id')}`,
      status: response.statusCode,
      workers: new Set(commands.map(({ server }) => server)),
      inTwoPhases: commands.some(({ text }) => /PREPARE TRANSACTION/.test(text)),
    })
    return response
  }
  return Object.assign(Object.create(app) as FastifyInstance, { inject })
}

const QUERY: Record<string, string> = {
  from: '2026-01-01',
  to: '2026-12-31',
  year: '2026',
  quarter: '2026-Q3',
  on: '2026-11-25',
  date: '2026-11-20',
  settlementDate: '2026-11-20',
  q: 'Dallas',
}

/** The answers of all documented routes that read for the office. */
export async function readEveryRoute({ client, ids }: UsedAccount) {
  const page = (await client.get<ApiPage>('/api/docs/json')).body
  const routes = listOperations(page).filter(
    ({ method, path }) => method === 'GET' && !path.startsWith('/api/portal/'),
  )
  const answers = []
  for (const { path, operation } of routes) {
    const required = (operation.parameters ?? []).filter(
      (one) => one.in === 'query' && one.required,
    )
    const listed = String(path.includes('statements') ? ids.billing : ids.invoices)
    const query = required.map(({ name }) => `${name}=${QUERY[name] ?? listed}`).join('&')
    const url = path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, part: string, name: string) =>
      name === 'zip' ? `${part}/75201` : `${part}/${ids[part] ?? 'none'}`,
    )
    answers.push({ path, reply: await client.get(`${url}?${query}`) })
  }
  return answers
}
