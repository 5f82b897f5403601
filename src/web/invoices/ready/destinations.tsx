import { useQuery } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import type { ReviewRow } from './use-review.ts'

type NamedFactor = { id: number; name: string }

/** "6 not sent yet, 1 goes to Ridgeline Funding." Shows nothing before the approval, and if all were sent (SPEC C350). */
export function Destinations({ rows }: { rows: readonly ReviewRow[] }) {
  const approved = rows.filter(({ invoice }) => invoice.state === 'approved')
  const ofFactors = Map.groupBy(
    approved.filter(({ invoice, sent }) => invoice.factorId !== null && sent?.way === undefined),
    ({ invoice }) => invoice.factorId,
  )
  const mayRead = useMay('invoices')
  const { data: factors = [] } = useQuery({
    queryKey: ['factors', 'names'],
    queryFn: () => request<NamedFactor[]>('GET', '/api/factors'),
    enabled: mayRead && ofFactors.size > 0,
  })
  const unsent = approved.filter(({ invoice, sent }) => !sent && invoice.factorId === null).length
  const texts = [...ofFactors].map(([factorId, some]) => {
    const name = factors.find(({ id }) => id === factorId)?.name ?? 'the factor'
    return `${some.length} ${some.length === 1 ? 'goes' : 'go'} to ${name}`
  })
  const all = [...(unsent ? [`${unsent} not sent yet`] : []), ...texts]
  if (all.length === 0) return null
  return <p role="status" className="text-sm">{`${all.join(', ')}.`}</p>
}
