import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { pluralizeRecords } from '#core/pluralize.ts'
import type { ImportProgress } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { request } from '#web/api/client.ts'

const INTERVAL_MS = 500

type ImportProgressBarProps = { entity: ImportList; importKey: string }

/** The progress of an import, as the server stores it (SPEC B52). */
export function ImportProgressBar({ entity, importKey }: ImportProgressBarProps) {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['imports', importKey],
    queryFn: () => request<ImportProgress>('GET', `/api/imports/${importKey}`),
    refetchInterval: INTERVAL_MS,
    gcTime: 0,
  })
  const isStarted = data && data.total > 0
  return (
    <div className="grid gap-2 text-sm">
      <label htmlFor={id}>
        {isStarted
          ? `Importing ${data.done.toLocaleString('en-US')} of ${pluralizeRecords(entity, data.total)}...`
          : 'Uploading the file...'}
      </label>
      <progress
        id={id}
        className={PROGRESS_BAR}
        {...(isStarted ? { value: data.done, max: data.total } : {})}
      />
      <p className="text-muted">You can close this; the import continues.</p>
    </div>
  )
}
