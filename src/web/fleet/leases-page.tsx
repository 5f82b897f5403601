import { useQuery } from '@tanstack/react-query'
import { fleetTables } from '#core/fleet/tables.ts'
import { RowsPage } from '#web/records/list/rows-page.tsx'
import { Query } from '#web/ui/query.tsx'
import { leaseDefaultsQuery, saveDefaults } from './queries.ts'
import { leaseAddress } from './leases-section.tsx'
import { TermsCard } from './terms-card.tsx'

/** The list of leases, and what is charged back by default (SPEC C523, C526). */
export function LeasesPage() {
  const query = useQuery(leaseDefaultsQuery)
  return (
    <RowsPage list={fleetTables.leases.list} pageOf={leaseAddress}>
      <Query of={query} skeleton="h-64">
        {(defaults) => (
          <TermsCard
            title="Default Charge-Backs"
            description="For trucks without a lease, and for leases without their own charge-backs."
            terms={defaults.terms}
            save={(terms) => saveDefaults(defaults, terms)}
          />
        )}
      </Query>
    </RowsPage>
  )
}
