import type { ReactNode } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns } from '#core/entities/entity.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { ListSection } from '#web/records/page/list-section.tsx'

const loads = getEntity('loads')

type LoadsSectionProps = {
  title: string
  description?: string
  /** The filter of the list of loads. */
  match: Record<string, string>
  /** The column to leave out, because the page is about that record: "Truck". */
  without?: string
  /** Shown if there are no loads; null hides the section instead. */
  empty: string | null
  children?: ReactNode
}

/** The newest loads with a filter. Each opens its page (SPEC C53). */
export function LoadsSection({ without, ...section }: LoadsSectionProps) {
  return (
    <ListSection
      {...section}
      listing={loads}
      columns={defaultColumns(loads).filter(({ title }) => title !== without)}
      listPath="/loads"
      noun="load"
      addressOf={({ id }) => pageAddress('loads', id)}
    />
  )
}
