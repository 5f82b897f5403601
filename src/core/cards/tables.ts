/** The tables of fuel and toll cards. */
import { listedRows, type Tables } from '#core/entities/table.ts'
import { cardAccounts, cards } from './cards.ts'

const rights = { seenBy: 'settlements', changedBy: 'payroll' } as const

export const cardTables = {
  card_accounts: listedRows(cardAccounts, rights),
  cards: listedRows(cards, rights),
} as const satisfies Tables
