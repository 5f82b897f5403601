/** Routes for a supervisor (SPEC B2): `/healthz` checks the process, `/readyz` also the database. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'
import { sql } from 'kysely'

const open = { config: { open: true }, schema: { hide: true } }

export function healthRoutes(app: FastifyInstance, { database }: Services): void {
  app.get('/healthz', open, () => ({ status: 'ok' }))

  app.get('/readyz', open, async (_request, reply) => {
    try {
      await sql`select 1 from migrations limit 1`.execute(database)
      return { status: 'ready' }
    } catch (error) {
      app.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', 2).send({ message: "Can't reach the database" })
    }
  })
}
