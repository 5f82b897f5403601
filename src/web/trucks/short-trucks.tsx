import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns } from '#core/entities/entity.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { ShortList } from '#web/records/page/short-list.tsx'

const trucks = getEntity('trucks')

type ShortTrucksProps = {
  match: Record<string, string>
  /** The column of the person that the page is about. */
  without: 'Owner' | 'Driver'
  empty: string
}

/** The trucks of an owner or a driver. Each opens its page (SPEC C53). */
export function ShortTrucks({ match, without, empty }: ShortTrucksProps) {
  return (
    <ShortList
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
