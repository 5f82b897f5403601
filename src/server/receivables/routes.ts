/** Receivables: what brokers owe, as of any day. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { agingRoutes } from './aging-routes.ts'

export function receivableRoutes(app: FastifyInstance, database: Database): void {
  agingRoutes(app, database)
}
