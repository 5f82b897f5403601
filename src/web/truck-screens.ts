/** The other tabs of the place Trucks: what belongs to trucks (SPEC C520–C528). */
import { Container, CreditCard, Gauge, Signature, WalletCards, type LucideIcon } from 'lucide-react'
import { createElement } from 'react'
import { cardTables } from '#core/cards/tables.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { Table } from '#core/entities/table.ts'
import { fleetTables } from '#core/fleet/tables.ts'
import type { Screen } from '#web/ui/screens.ts'

const of = '/trucks'

export const truckScreens: readonly Screen[] = [
  {
    path: '/trailers',
    access: 'office',
    name: { title: 'Trailers', icon: Container },
    tab: { of, title: 'Trailers' },
    page: async () => {
      const { RecordsPage } = await import('#web/records/list/records-page.tsx')
      return () => createElement(RecordsPage, { entity: getEntity('trailers') })
    },
  },
  {
    path: '/trailers/:id',
    access: 'office',
    page: async () => (await import('#web/trailers/trailer-page.tsx')).TrailerPage,
  },
  rowsScreen(fleetTables.odometer_readings, Gauge, 'Odometer'),
  {
    ...rowsScreen(fleetTables.leases, Signature, 'Leases'),
    page: async () => (await import('#web/fleet/leases-page.tsx')).LeasesPage,
  },
  {
    path: '/leases/:id',
    access: 'settlements',
    page: async () => (await import('#web/fleet/lease-page.tsx')).LeasePage,
  },
  rowsScreen(cardTables.cards, CreditCard, 'Cards'),
  rowsScreen(cardTables.card_accounts, WalletCards, 'Card Accounts'),
]

type ListedTable = Pick<Table, 'seenBy'> & Required<Pick<Table, 'list'>>

/** The screen of a table that is declared with `listedRows`. */
function rowsScreen({ list, seenBy }: ListedTable, icon: LucideIcon, title: string): Screen {
  const { listing } = list
  return {
    path: `/${listing.name}`,
    access: seenBy,
    name: { title: listing.title, icon },
    tab: { of, title },
    page: async () => {
      const { RowsPage } = await import('#web/records/list/rows-page.tsx')
      return () => createElement(RowsPage, { list })
    },
  }
}
