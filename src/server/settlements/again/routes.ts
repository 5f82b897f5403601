/** Settling a void statement's truck and date again (SPEC C94). */
import type { FastifyInstance } from 'fastify'
import { settleAgainState, settledAgainResponse } from '#core/settlements/again/settle-again.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { readSettleAgainState } from './read-state.ts'
import { settleAgain } from './settle-again.ts'

const path = '/api/billing/:id/settle-again'

export function settleAgainRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, 'Settlements')

  get(path, { access: 'settlements', answer: settleAgainState }, ({ account, id }) =>
    readSettleAgainState(database, account, id),
  )

  post(
    path,
    { access: 'payroll', answer: settledAgainResponse, status: 201 },
    ({ account, id, repeatable }) => settleAgain(database, account, id, repeatable),
  )
}
