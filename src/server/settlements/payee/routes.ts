/** Amounts open with a previous payee: listed, transferred, written off (SPEC C10). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requiredReference } from '#core/fields/fields.ts'
import { transferFields, writeOffSchema } from '#core/settlements/previous-payee.ts'
import {
  settlementResponse,
  previousPayeesResponse,
  writeOffResponse,
} from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import {
  writeOff,
  readWriteOffs,
  undoWriteOff,
  transferCarryForward,
  readPreviousPayeeItems,
} from './previous-payee.ts'

const truckQuery = z.object({ truckId: requiredReference('Truck', 'trucks').schema.optional() })
/** The reason is required if the amount moves to another payee (SPEC C10). */
const transferBody = z.object({ reason: transferFields.reason.schema.optional() }).nullish()
const WRITE_OFFS = '/api/billing/:id/releases'

export function payeeRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, remove } = routesOf(app, 'Settlements')

  get(
    '/api/settlements/waiting',
    { access: 'settlements', query: truckQuery, answer: previousPayeesResponse },
    ({ account, query }) => readPreviousPayeeItems(database, account, query.truckId),
  )

  post(
    '/api/billing/:id/take-over',
    { access: 'payroll', body: transferBody, answer: settlementResponse },
    ({ account, id, body }) => transferCarryForward(database, account, id, body?.reason ?? null),
  )

  get(WRITE_OFFS, { access: 'settlements', answer: z.array(writeOffResponse) }, ({ account, id }) =>
    readWriteOffs(database, account, id),
  )

  post(
    WRITE_OFFS,
    { access: 'payroll', body: writeOffSchema, answer: writeOffResponse, status: 201 },
    ({ account, id, body }) => writeOff(database, account, id, body),
  )

  remove(`${WRITE_OFFS}/:release`, { access: 'payroll' }, ({ account, id, idOf }) =>
    undoWriteOff(database, account, id, idOf('release')),
  )
}
