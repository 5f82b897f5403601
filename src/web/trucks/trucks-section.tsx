import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns } from '#core/entities/entity.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { ListSection } from '#web/records/page/list-section.tsx'

const trucks = getEntity('trucks')

type TrucksSectionProps = {
  match: Record<string, string>
  /** The column of the person that the page is about. */
  without: 'Owner' | 'Driver'
  empty: string
}

/** The trucks of an owner or a driver. Each opens its page (SPEC C53). */
export function TrucksSection({ match, without, empty }: TrucksSectionProps) {
  return (
    <ListSection
      title="Trucks"
      listing={trucks}
      columns={defaultColumns(trucks).filter(({ title }) => title !== without)}
      match={match}
      listPath="/trucks"
      noun="truck"
      addressOf={({ id }) => pageAddress('trucks', id)}
      empty={empty}
    />
  )
}
