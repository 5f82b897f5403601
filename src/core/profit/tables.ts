/** The tables of profit. */
import { listedRows, type Tables } from '#core/entities/table.ts'
import { costs } from './costs.ts'

export const profitTables = {
  costs: listedRows(costs, { seenBy: 'settlements', changedBy: 'payroll' }),
} as const satisfies Tables
