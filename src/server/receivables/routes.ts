/** Receivables: what brokers owe, as of any day. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { brokerAccountRoutes } from './account-routes.ts'
import { agingRoutes } from './aging-routes.ts'
import { contactRoutes, disputeRoutes } from './dispute-routes.ts'
import { accountMailRoutes } from './papers/account-mail-routes.ts'
import { receivablePaperRoutes } from './papers/paper-routes.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'

import { reminderRoutes } from './reminders/routes.ts'

export function receivableRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  agingRoutes(app, database)
  brokerAccountRoutes(app, database)
  disputeRoutes(app, database)
  contactRoutes(app, database)
  reminderRoutes(app, database)
  receivablePaperRoutes(app, database, print)
  accountMailRoutes(app, database, print)
}
