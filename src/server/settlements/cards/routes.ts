/** Card purchases of a draft (SPEC C576, C577). */
import type { FastifyInstance } from 'fastify'
import { draftCardsResponse, takeOffSchema } from '#core/settlements/cards/draft-cards.ts'
import { settlementResponse } from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { putBackCard, readDraftCards, takeOffCard } from './draft-cards.ts'

const settlement = '/api/billing/:id'

export function settlementCardRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, 'Settlements')

  get(
    `${settlement}/cards`,
    { access: 'settlements', answer: draftCardsResponse },
    ({ account, id }) => readDraftCards(database, account, id),
  )

  post(
    `${settlement}/expenses/:line/take-off`,
    { access: 'payroll', body: takeOffSchema, answer: settlementResponse },
    ({ account, id, idOf, body: { reason } }) =>
      takeOffCard(database, account, { id, lineId: idOf('line'), reason }),
  )

  post(
    `${settlement}/cards/:purchase/put-back`,
    { access: 'payroll', answer: settlementResponse },
    ({ account, id, idOf }) => putBackCard(database, account, { id, purchaseId: idOf('purchase') }),
  )
}
