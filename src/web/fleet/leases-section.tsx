import { fleetTables } from '#core/fleet/tables.ts'
import type { FormStart } from '#web/records/form/use-record-form.ts'
import { RowsSection } from '#web/records/page/rows-section.tsx'

type LeasesSectionProps = {
  match: Record<string, string>
  /** What a new lease starts with besides `match`. */
  start?: FormStart
}

/** The leases of a truck or an owner (SPEC C523). */
export function LeasesSection(section: LeasesSectionProps) {
  return (
    <RowsSection
      {...section}
      list={fleetTables.leases.list}
      addressOf={leaseAddress}
      empty="No lease yet. Purchases are charged back by default."
    />
  )
}

export function leaseAddress({ id }: { id: number }): string {
  return `/leases/${id}`
}
