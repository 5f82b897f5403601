import { useQuery } from '@tanstack/react-query'
import type { Accuracy } from '#core/confirmations/accuracy.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'

/** How accurately this month's papers of the broker were read. Shows nothing without papers (SPEC C158). */
export function ReadingAccuracy({ broker }: { broker: { id: number; companyName: string } }) {
  const { data } = useQuery({
    queryKey: ['brokers', 'readings', broker.id],
    queryFn: () => request<Accuracy>('GET', `/api/brokers/${broker.id}/readings`),
  })
  if (!data?.values) return null
  const { papers, values, right } = data
  return (
    <p className="text-sm text-muted">
      {broker.companyName}: {right} of {pluralize(values, 'value')} read correctly this month, on{' '}
      {pluralize(papers, 'document')}
    </p>
  )
}
