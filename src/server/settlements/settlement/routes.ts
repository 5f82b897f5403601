/** The settlements of an account, and the preview of one before it is saved (SPEC A7, B20, B22, B23, B27–B33). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { day, requiredReference } from '#core/fields/fields.ts'
import { changedSettlementSchema, newSettlementSchema } from '#core/settlements/settlement.ts'
import { previewResponse, settlementResponse } from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import { readIds } from '#server/lists/read.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { routesOf } from '#server/routes.ts'
import { truckExists } from './exists.ts'
import { settlementColumns, settlementListing, statementColumns, statementListing } from './list.ts'
import { readPreview, readSettlementDates } from './preview.ts'
import { openSettlementStore } from './store.ts'

const path = '/api/billing'
const settlement = `${path}/:id`

const previewQuery = z.object({
  truckId: requiredReference('Truck', 'trucks').schema,
  settlementDate: day('Settlement Date').schema.optional(),
  today: day('Today').schema,
})

export function settlementRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put, remove } = routesOf(app, 'Settlements')
  const store = (userId: string) => openSettlementStore(database, userId)
  const changed = { access: 'payroll', answer: settlementResponse } as const
  statementListRoutes(app, database)

  listRoutes(app, database, {
    path,
    tag: 'Settlements',
    access: 'settlements',
    listed: settlementListing,
    kinds: settlementColumns,
    response: settlementResponse,
  })

  get(settlement, { access: 'settlements', answer: settlementResponse }, ({ account, id }) =>
    store(account).get(id),
  )

  post(
    path,
    { ...changed, body: newSettlementSchema, status: 201 },
    ({ account, body, repeatable }) => store(account).create(body, repeatable),
  )

  put(settlement, { ...changed, body: changedSettlementSchema }, ({ account, id, body, version }) =>
    store(account).update(id, body, version),
  )

  post(`${settlement}/apply-rules`, changed, ({ account, id }) => store(account).deduct(id))

  remove(settlement, { access: 'payroll' }, ({ account, id, operation }) =>
    store(account).remove(id, operation),
  )

  get(
    '/api/trucks/:id/settlement-dates',
    // They are dates of loads, which every office role sees: a new load's form suggests one.
    { access: 'office', answer: z.array(z.string()) },
    async ({ account, id }) => {
      if (!(await truckExists(database, account, id))) throw notFound()
      return readSettlementDates(database, account, id)
    },
  )

  get(
    '/api/settlements/preview',
    { access: 'settlements', query: previewQuery, answer: previewResponse },
    async ({ account, query: { truckId, settlementDate, today } }) => {
      if (!(await truckExists(database, account, truckId))) throw notFound()
      return readPreview(database, account, truckId, settlementDate, today)
    },
  )
}

/** The list of statements and drafts, latest settlement date first (SPEC C51). */
function statementListRoutes(app: FastifyInstance, database: Database): void {
  const { get } = routesOf(app, 'Settlements')
  const list = '/api/statements'

  listRoutes(app, database, {
    path: list,
    tag: 'Settlements',
    access: 'settlements',
    listed: statementListing,
    kinds: statementColumns,
    response: settlementResponse,
  })

  get(
    `${list}/ids`,
    { access: 'settlements', query: listQuerySchema, answer: z.array(z.int()) },
    async ({ account, query }) => {
      const wanted = readListQuery(statementColumns, query)
      const searched = await lookUpSearch(database, statementListing, account, wanted)
      return readIds(database, statementListing, account, searched)
    },
  )
}
