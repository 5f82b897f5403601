/** What the account stores, for Settings (SPEC C31). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { storageSchema } from '#core/storage/storage.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readStoredBytes } from './store.ts'

/** `quota`: the quota in bytes; undefined without a quota. */
export function storageRoutes(
  app: FastifyInstance,
  database: Database,
  quota: number | undefined,
): void {
  const schema = { tags: ['Account'], response: { 200: storageSchema } }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/api/account/storage', { schema, config: { access: 'admin' } }, async (request) =>
      quota === undefined
        ? null
        : { ...(await readStoredBytes(database, requireAccount(request))), quotaBytes: quota },
    )
}
