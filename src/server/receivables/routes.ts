/** Receivables: what brokers owe, as of any day. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { brokerAccountRoutes } from './account-routes.ts'
import { agingRoutes } from './aging-routes.ts'
import { contactRoutes, disputeRoutes } from './dispute-routes.ts'

export function receivableRoutes(app: FastifyInstance, database: Database): void {
  agingRoutes(app, database)
  brokerAccountRoutes(app, database)
  disputeRoutes(app, database)
  contactRoutes(app, database)
}
