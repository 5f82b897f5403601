/** Routes for a supervisor (SPEC B2): `/healthz` checks the process, `/readyz` also the database. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'
import { sql } from 'kysely'

/** PostgreSQL's "too many connections": the pool's own may still answer while requests are refused. */
const TOO_MANY_CONNECTIONS = '53300'
const REFUSED_FOR_MS = 3_000

const open = { config: { open: true }, schema: { hide: true } }

export function healthRoutes(app: FastifyInstance, { database }: Services): void {
  app.get('/healthz', open, () => ({ status: 'ok' }))

  let refusedAt = -Infinity
  app.addHook('onError', async (_request, _reply, error) => {
    if (error.code === TOO_MANY_CONNECTIONS) refusedAt = performance.now()
  })

  app.get('/readyz', open, async (_request, reply) => {
    try {
      if (performance.now() - refusedAt < REFUSED_FOR_MS)
        throw new Error('The database refuses connections')
      await sql`select 1 from migrations limit 1`.execute(database)
      return { status: 'ready' }
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', 2).send({ message: "Can't reach the database" })
    }
  })
}
