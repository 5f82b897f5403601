/** Routes for a supervisor (SPEC B2): `/healthz` checks the process, `/readyz` also the database. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/open.ts'

const open = { config: { open: true }, schema: { hide: true } }

export function healthRoutes(app: FastifyInstance, database: Database): void {
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
