/** Settings: what the account stores, and how it leaves. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatMegabytes, type Storage } from '#core/storage/storage.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { SampleCard } from '#web/sample/sample-card.tsx'
import { DataCard } from '#web/transfer/data-card.tsx'
import { LINK_BUTTON } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { Page } from '#web/ui/page.tsx'
import { DeleteAccountCard } from './delete-account/delete-account-card.tsx'

export function DataPage() {
  return (
    <Page title="Data" description="Everything that this account stores.">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <OnlyFor permission="admin">
          <DataCard />
          <StorageCard />
        </OnlyFor>
        <Card title="Trash" description="Deleted records can be restored for 30 days.">
          <Link to="/trash" className={`${LINK_BUTTON} justify-self-start`}>
            Open Trash
          </Link>
        </Card>
        <OnlyFor permission="admin">
          <SampleCard />
          <DeleteAccountCard />
        </OnlyFor>
      </div>
    </Page>
  )
}

/** At or above this share of the quota, the card says what to do. */
const NEARLY_FULL = 0.9

/** How much of its quota the account uses (SPEC C31). Renders nothing without a quota. */
function StorageCard() {
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
