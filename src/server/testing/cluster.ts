/**
 * The app on a Citus cluster for trials: `CLUSTER_URL` is its coordinator with the app's role, `CLUSTER_OWNER_URL` the same with the
 * owner's. The database is distributed, and holds nothing of value: a new encryption key is registered.
 */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll } from 'vitest'
import { buildApp } from '#server/app.ts'
import { ARGON2ID } from '#server/accounts/passwords.ts'
import { getKeyring, setKeyring } from '#server/database/secrets/keyring-plugin.ts'
import { openDatabase, SESSION_OPTIONS } from '#server/database/open.ts'
import { giveNewKey } from './test-app.ts'

/** What the coordinator sent to workers for one request. */
export type Sent = { route: string; status: number; workers: Set<string>; inTwoPhases: boolean }

/** `sent`: the requests so far, in their order. */
export async function clusterApp(): Promise<{ app: FastifyInstance; sent: Sent[] }> {
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
  const app = await buildApp(database, { trustProxy: false, logLevel: 'silent' })
  afterAll(async () => {
    await app.close()
    await database.destroy()
    await owner.destroy()
  })
  const sent: Sent[] = []
  return { app: countCommands(app, commands, sent), sent }
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
