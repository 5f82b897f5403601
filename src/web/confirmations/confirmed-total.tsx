import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { compareTotals } from '#core/confirmations/compare-totals.ts'
import type { ConfirmedTotal } from '#core/confirmations/kept-reading.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'
import { TypedTotal, UnknownTotal } from './stored/unknown-total.tsx'

/** Whether the load's amount matches its rate confirmation. Shows nothing without a confirmation (SPEC C126, C155). */
export function ConfirmedTotalNotice({ load }: { load: AnyRecord }) {
  const { data } = useConfirmedTotal(load, true)
  if (!data || data.documentId === null || data.state === null) return null
  const { documentId, state, typedBy } = data
  if (state !== 'same' && state !== 'differs') return <UnknownTotal {...{ documentId, state }} />
  const isSame = state === 'same'
  const Icon = isSame ? CircleCheck : TriangleAlert
  return (
    <div className="grid gap-1">
      <p
        role="status"
        className={
          isSame
            ? 'flex items-center gap-2 text-sm text-good'
            : 'flex items-center gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting'
        }
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {compareTotals(data.total, data.load)?.text}
      </p>
      <TypedTotal {...{ documentId, typedBy }} />
    </div>
  )
}

/** `enabled`: false for members who don't see revenue. */
export function useConfirmedTotal({ id, version }: AnyRecord, enabled: boolean) {
  return useQuery({
    // Refetched after a document is stored or a load is changed.
    queryKey: ['documents', 'confirmed-total', id, version],
    queryFn: () => request<ConfirmedTotal>('GET', `/api/loads/${id}/confirmation`),
    enabled,
  })
}
