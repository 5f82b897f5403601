/** What cards bought for a truck owner, in the words of the statement (SPEC C590). */
import type { Language } from '#core/languages.ts'
import type { OwnPurchase, OwnPurchases } from '#core/portal/responses.ts'
import type { Database } from '#server/database/open.ts'
import {
  listNextCards,
  listStatedCards,
  type OwnCardLine,
} from '#server/settlements/portal/own-purchases.ts'
import { translateLine } from '#server/statements/translate-data.ts'
import type { PortalMember } from './portal-member.ts'

const PAGE = 50

type PurchasesQuery = { before?: number | undefined; language: Language }

/** A driver has none: what the cards of the carrier's trucks buy is the carrier's cost (SPEC C573). */
export async function readOwnPurchases(
  database: Database,
  { userId, role, id, payee }: PortalMember,
  { before, language }: PurchasesQuery,
): Promise<OwnPurchases> {
  if (role !== 'owner') return { next: [], charged: [], more: false }
  const [stated, next] = await Promise.all([
    listStatedCards(database, userId, payee, { before, limit: PAGE + 1 }),
    before === undefined ? listNextCards(database, userId, id) : [],
  ])
  return {
    next: next.map((line) => toPurchase(line, language)),
    charged: stated.slice(0, PAGE).map(({ billingId, number, ...line }) => {
      return { ...toPurchase(line, language), billingId, number }
    }),
    more: stated.length > PAGE,
  }
}

function toPurchase({ truck, ...line }: OwnCardLine, language: Language): OwnPurchase {
  const printed = language === 'es' ? translateLine({ ...line, basis: null }) : line
  const { id, date: day, description: text, formula, reference, amount: charged } = printed
  const { cardRetail: retail, cardDiscount: discount, cardPassedOn: passedOn } = printed
  const note = [formula, reference].filter(Boolean).join('  ·  ')
  return { id, day, truck, text, note, retail, discount, passedOn, charged }
}
