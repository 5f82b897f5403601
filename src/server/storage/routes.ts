/** What the account stores, for Settings (SPEC C31). */
import type { FastifyInstance } from 'fastify'
import { storageSchema } from '#core/storage/storage.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readStoredBytes } from './store.ts'

export function storageRoutes(app: FastifyInstance, { database, quota }: Services): void {
  const { get } = routesOf(app, 'Account')

  get('/api/account/storage', { access: 'admin', answer: storageSchema }, async ({ account }) =>
    quota === undefined
      ? null
      : { ...(await readStoredBytes(database, account)), quotaBytes: quota },
  )
}
