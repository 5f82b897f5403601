/** The screens of the place Fuel & Tolls: what cards bought, the files, the cards and their accounts (SPEC C527, C528, C562–C568). */
import { CreditCard, FileSpreadsheet, Fuel, WalletCards } from 'lucide-react'
import { cardTables } from '#core/cards/tables.ts'
import type { Screen } from '#web/ui/screens.ts'
import { rowsScreen } from './rows-screen.ts'

const of = '/fuel-and-tolls'

export const fuelScreens: readonly Screen[] = [
  {
    path: of,
    access: 'settlements',
    name: { title: 'Fuel & Tolls', icon: Fuel },
    group: 'Money',
    tab: { of, title: 'Purchases' },
    page: async () => (await import('#web/cards/purchases-page.tsx')).PurchasesPage,
  },
  {
    path: `${of}/import`,
    access: 'payroll',
    parent: of,
    page: async () => (await import('#web/cards/import-page.tsx')).ImportPage,
  },
  {
    path: '/card-imports',
    access: 'settlements',
    name: { title: 'Card Files', icon: FileSpreadsheet },
    tab: { of, title: 'Files' },
    page: async () => (await import('#web/cards/imports-page.tsx')).ImportsPage,
  },
  rowsScreen(cardTables.cards, CreditCard, { of, title: 'Cards' }),
  rowsScreen(cardTables.card_accounts, WalletCards, { of, title: 'Card Accounts' }),
]
