import { formatMonth } from '#core/calendar.ts'
import type { Captions } from './captions.ts'
import { format1 } from './format-1.ts'

/** The second printed format: format 1's layout in trade terms. It never changes. */
export const format2: Captions = {
  ...format1,
  documentName: (statement, truck, date) => `${statement}: Truck ${truck}, settlement date ${date}`,
  footer: (statement, date) => `${statement}, settlement date ${date}`,
  unknownCharacter: (replacement) => `${replacement} replaces a character this font can't print.`,

  week: ({ weekNumber, settlementDate }) => `${weekNumber}, ${formatMonth(settlementDate)}`,
  payment: { ...format1.payment, date: 'Pay date', method: 'Method' },
  noPayee: 'Payee not assigned',

  currentLoadTotal: 'Load total (current)',
  loadChanges: 'Changes since this settlement was saved',
  deductions: { ...format1.deductions, description: 'Description' },
  continued: (category) => `${category} (continued)`,

  balances: { ...format1.balances, opening: 'Opening', closing: 'Closing' },
  balance: ({ description, kind, total, formerTotal }) => {
    const totals = formerTotal ? `${total} (was ${formerTotal})` : total
    if (kind === 'escrow') return `${description}: escrow held, target ${totals}`
    return `${description}: ${kind} of ${totals}, balance owed`
  },
  yearFigures: { ...format1.yearFigures, net: { label: 'Net' } },
}
