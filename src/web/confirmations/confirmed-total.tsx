import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { compareTotals } from '#core/confirmations/compare-totals.ts'
import type { ConfirmedTotal } from '#core/confirmations/kept-reading.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'

const NOT_READ = 'The total of the rate confirmation was not read. Compare it with the load.'

/** Whether the load earns what its rate confirmation says; nothing without a confirmation (SPEC C126). */
export function ConfirmedTotalNotice({ load }: { load: AnyRecord }) {
  const { data } = useConfirmedTotal(load, true)
  const comparison = data && compareTotals(data.total, data.load)
  if (data && data.documentId !== null && data.total === null)
    return <p className="text-sm text-muted">{NOT_READ}</p>
  if (!comparison) return null
  const Icon = comparison.isSame ? CircleCheck : TriangleAlert
  return (
    <p
      role="status"
      className={
        comparison.isSame
          ? 'flex items-center gap-2 text-sm text-good'
          : 'flex items-center gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting'
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {comparison.text}
    </p>
  )
}

/** Not for members who don't see revenue. */
export function useConfirmedTotal({ id, version }: AnyRecord, enabled: boolean) {
  return useQuery({
    // Stored documents and changes of loads make it stale.
    queryKey: ['documents', 'confirmed-total', id, version],
    queryFn: () => request<ConfirmedTotal>('GET', `/api/loads/${id}/confirmation`),
    enabled,
  })
}
