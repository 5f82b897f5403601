/** The screen of a table that is declared with `listedRows`. */
import type { LucideIcon } from 'lucide-react'
import { createElement } from 'react'
import type { Table } from '#core/entities/table.ts'
import type { Screen } from '#web/ui/screens.ts'

type ListedTable = Pick<Table, 'seenBy'> & Required<Pick<Table, 'list'>>

export function rowsScreen(
  { list, seenBy }: ListedTable,
  icon: LucideIcon,
  tab: NonNullable<Screen['tab']>,
): Screen {
  const { listing } = list
  return {
    path: `/${listing.name}`,
    access: seenBy,
    name: { title: listing.title, icon },
    tab,
    page: async () => {
      const { RowsPage } = await import('#web/records/list/rows-page.tsx')
      return () => createElement(RowsPage, { list })
    },
  }
}
