import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatMegabytes, type Storage } from '#core/storage/storage.ts'
import { request } from '#web/api/client.ts'
import { Card } from '#web/ui/card.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'

/** At or above this share of the quota, the card says what to do. */
const NEARLY_FULL = 0.9

/** How much of its quota the account uses (SPEC C31). Renders nothing without a quota. */
export function StorageCard() {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['storage'],
    queryFn: () => request<Storage>('GET', '/api/account/storage'),
    staleTime: 0,
  })
  if (!data) return null
  const { usedBytes, quotaBytes } = data
  return (
    <Card title="Storage" description="Records, statements and files of this account.">
      <div className="grid gap-2 text-sm">
        <p id={id}>
          {formatMegabytes(usedBytes)} of {formatMegabytes(quotaBytes)} used
        </p>
        <progress
          aria-labelledby={id}
          className={PROGRESS_BAR}
          max={quotaBytes}
          value={Math.min(usedBytes, quotaBytes)}
        />
        {usedBytes >= quotaBytes * NEARLY_FULL && (
          <p>
            {usedBytes < quotaBytes ? 'Nearly full. ' : 'Full: changes are rejected. '}
            Delete records that you no longer need, or ask the administrator for more.
          </p>
        )}
      </div>
    </Card>
  )
}
