import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { pluralizeRecords } from '#core/pluralize.ts'
import type { ImportProgress } from '#core/transfer/import.ts'
import type { Entity } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'

const ASK_EVERY_MS = 500

/** The browsers' own bar cannot be coloured; each names the part that grows differently. */
const BAR =
  'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-neutral-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent'

type ImportProgressBarProps = { entity: Entity; importKey: string }

/** How far the import is, as whichever server runs it wrote down (SPEC B52). */
export function ImportProgressBar({ entity, importKey }: ImportProgressBarProps) {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['imports', importKey],
    queryFn: () => request<ImportProgress>('GET', `/api/imports/${importKey}`),
    refetchInterval: ASK_EVERY_MS,
    gcTime: 0,
  })
  const begun = data && data.total > 0
  return (
    <div className="grid gap-2 text-sm">
      <label htmlFor={id}>
        {begun
          ? `${data.done.toLocaleString('en-US')} of ${pluralizeRecords(entity, data.total)} read...`
          : 'Sending the file...'}
      </label>
      <progress id={id} className={BAR} {...(begun ? { value: data.done, max: data.total } : {})} />
      <p className="text-muted">
        You may close this and go on working: the import goes on without it.
      </p>
    </div>
  )
}
