import type { ReactNode } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns } from '#core/entities/entity.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { ShortList } from '#web/records/page/short-list.tsx'

const loads = getEntity('loads')

type ShortLoadsProps = {
  title: string
  description?: string
  /** The filter of the list of loads. */
  match: Record<string, string>
  /** The column of the record that the page is about: "Truck". */
  without?: string
  /** Null: the section is hidden without loads. */
  empty: string | null
  children?: ReactNode
}

/** The newest loads with a filter. Each opens its page (SPEC C53). */
export function ShortLoads({ without, ...section }: ShortLoadsProps) {
  return (
    <ShortList
      {...section}
      listing={loads}
      columns={defaultColumns(loads).filter(({ title }) => title !== without)}
      listPath="/loads"
      noun="load"
      addressOf={({ id }) => pageAddress('loads', id)}
    />
  )
}
