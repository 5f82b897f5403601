/** Accounts and cards of fuel and toll companies (SPEC C527, C528). */
import type { FastifyInstance } from 'fastify'
import { rowRoutes } from '#server/entities/listed-rows.ts'
import type { Services } from '#server/services.ts'
import { cardAccountList, cardList, checkCard } from './cards.ts'

export function cardRoutes(app: FastifyInstance, { database }: Services): void {
  rowRoutes(app, database, cardAccountList)
  rowRoutes(app, database, cardList, { check: checkCard })
}
