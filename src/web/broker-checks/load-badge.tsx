import { useQuery } from '@tanstack/react-query'
import { TextBadge } from './answer-badge.tsx'
import { brokerBadgeQuery } from './queries.ts'

/** What the newest file says about a load's broker. Shows nothing if no file was searched for it (SPEC C230). */
export function BrokerBadge({ brokerId }: { brokerId: unknown }) {
  return typeof brokerId === 'number' ? <Shown brokerId={brokerId} /> : null
}

function Shown({ brokerId }: { brokerId: number }) {
  const { data } = useQuery(brokerBadgeQuery(brokerId))
  if (!data?.text || !data.answer) return null
  const { text, answer, bondMissing } = data
  return (
    <p>
      <TextBadge answer={{ answer, bondMissing }} text={text} />
    </p>
  )
}
