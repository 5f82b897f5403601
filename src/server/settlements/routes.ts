/** Settlements: their figures, lines, approval, runs and years. The routes of each part are in its folder. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'
import { adjustmentRoutes } from './adjustments/routes.ts'
import { settleAgainRoutes } from './again/routes.ts'
import { approvalRoutes } from './approval/routes.ts'
import { balanceRoutes } from './balances/routes.ts'
import { settlementCardRoutes } from './cards/routes.ts'
import { comparisonRoutes } from './comparison/routes.ts'
import { ruleRoutes } from './deductions/routes.ts'
import { lineRoutes } from './lines/routes.ts'
import { offsetRoutes } from './offsets/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { payeeRoutes } from './payee/routes.ts'
import { runRoutes } from './run/routes.ts'
import { settlementRoutes } from './settlement/routes.ts'
import { yearRoutes } from './year/routes.ts'

const parts = [
  settlementRoutes,
  approvalRoutes,
  comparisonRoutes,
  settleAgainRoutes,
  overviewRoutes,
  yearRoutes,
  lineRoutes,
  settlementCardRoutes,
  offsetRoutes,
  runRoutes,
  ruleRoutes,
  balanceRoutes,
  adjustmentRoutes,
  payeeRoutes,
]

export function settlementsRoutes(app: FastifyInstance, { database }: Services): void {
  for (const addRoutes of parts) addRoutes(app, database)
}
