/** The other tabs of the place Trucks: what belongs to trucks (SPEC C520–C526). */
import { Container, Gauge, Signature } from 'lucide-react'
import { createElement } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { fleetTables } from '#core/fleet/tables.ts'
import type { Screen } from '#web/ui/screens.ts'
import { rowsScreen } from './rows-screen.ts'

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
  rowsScreen(fleetTables.odometer_readings, Gauge, { of, title: 'Odometer' }),
  {
    ...rowsScreen(fleetTables.leases, Signature, { of, title: 'Leases' }),
    page: async () => (await import('#web/fleet/leases-page.tsx')).LeasesPage,
  },
  {
    path: '/leases/:id',
    access: 'settlements',
    page: async () => (await import('#web/fleet/lease-page.tsx')).LeasePage,
  },
]
