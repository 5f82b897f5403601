/** Lines of a settlement: `/api/billing/{id}/expenses` (SPEC C1). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { changedLineSchema, newLineSchema } from '#core/settlements/line-requests.ts'
import { lineResponse } from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { openLineStore } from './store.ts'
import { readDisplayedLines } from './displayed.ts'

const path = '/api/billing/:id/expenses'

export function lineRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put, remove } = routesOf(app, 'Settlements')
  const store = (userId: string) => openLineStore(database, userId)

  get(path, { access: 'settlements', answer: z.array(lineResponse) }, ({ account, id }) =>
    readDisplayedLines(database, account, id),
  )

  post(
    path,
    { access: 'payroll', body: newLineSchema, answer: lineResponse, status: 201 },
    ({ account, id, body, repeatable }) => store(account).add(id, body, repeatable),
  )

  put(
    `${path}/:line`,
    { access: 'payroll', body: changedLineSchema, answer: lineResponse },
    ({ account, id, idOf, body, version }) =>
      store(account).change(id, idOf('line'), body, version),
  )

  remove(`${path}/:line`, { access: 'payroll' }, ({ account, id, idOf }) =>
    store(account).remove(id, idOf('line')),
  )
}
