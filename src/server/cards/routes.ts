/** Accounts and cards of fuel and toll companies (SPEC C527, C528), and what the cards bought (SPEC C565, C566). */
import type { FastifyInstance } from 'fastify'
import {
  decidedResponse,
  decideRequest,
  figuresRequest,
  matchedResponse,
  matchQuery,
  purchaseDetails,
  purchaseResponse,
} from '#core/cards/decide.ts'
import { cardImports, undoQuery } from '#core/cards/imports.ts'
import { cardPurchases, decidedFields } from '#core/cards/purchase-list.ts'
import { responseSchema } from '#core/entities/entity.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import { rowRoutes } from '#server/entities/listed-rows.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { cardAccountList, cardList, checkCard } from './cards.ts'
import { decidePurchase, readPurchaseDetails } from './purchases/decide.ts'
import { decideFigures } from './purchases/decide-figures.ts'
import { putBackPurchase } from './purchases/put-back.ts'
import { importColumns, importListing, purchaseColumns, purchaseListing } from './purchases/list.ts'
import { matchPurchases } from './purchases/match.ts'
import { undoImport } from './purchases/undo.ts'

export function cardRoutes(app: FastifyInstance, { database }: Services): void {
  rowRoutes(app, database, cardAccountList)
  rowRoutes(app, database, cardList, { check: checkCard })

  const tag = 'Fuel & Tolls'
  const path = `/api/${cardPurchases.name}`
  const { get, post, put, remove } = routesOf(app, tag)

  listRoutes(app, database, {
    path,
    tag,
    access: 'settlements',
    listed: purchaseListing,
    kinds: purchaseColumns,
    totals: Object.keys(cardPurchases.totals),
    response: purchaseResponse,
  })

  get(`${path}/:id`, { access: 'settlements', answer: purchaseDetails }, ({ account, id }) =>
    readPurchaseDetails(database, account, id),
  )

  put(
    `${path}/:id`,
    { access: 'payroll', body: decideRequest, answer: decidedResponse },
    ({ account, id, version, body }) =>
      withFieldErrors('card_purchases', decidedFields, body, () =>
        decidePurchase(database, account, { id, version }, body),
      ),
  )

  post(
    `${path}/:id/figures`,
    { access: 'payroll', body: figuresRequest, answer: purchaseDetails },
    ({ account, id, version, body }) => decideFigures(database, account, { id, version }, body),
  )

  post(`${path}/:id/put-back`, { access: 'payroll' }, ({ account, id }) =>
    putBackPurchase(database, account, id),
  )

  post(
    `${path}/match`,
    { access: 'payroll', query: matchQuery, answer: matchedResponse },
    ({ account, query: { moves, approvedWeeks } }) =>
      matchPurchases(database, account, { moves: moves === 'yes', approvedWeeks }),
  )

  const imports = `/api/${cardImports.name}`

  listRoutes(app, database, {
    path: imports,
    tag,
    access: 'settlements',
    listed: importListing,
    kinds: importColumns,
    response: responseSchema(cardImports.fields),
  })

  remove(`${imports}/:id`, { access: 'payroll', query: undoQuery }, ({ account, id, query }) =>
    undoImport(database, account, id, query.confirmed),
  )
}
