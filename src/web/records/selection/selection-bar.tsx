import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { pluralizeRecords } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import type { List } from '#web/records/list/use-list.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { SetMany } from './set-many.tsx'
import type { BulkChange } from './use-bulk.ts'

type SelectionBarProps = {
  list: List
  /** It went, and the focus with it where it was in here. */
  onGone: () => void
}

/** What can be done with the selected records. It floats at the bottom: a row that is about to be clicked must not move. */
export function SelectionBar({ list, onGone }: SelectionBarProps) {
  const [change, setChange] = useState<BulkChange>()
  if (!list.selection.ids.size && !change) return null
  return <Bar {...{ list, onGone, change }} onChange={setChange} />
}

type BarProps = SelectionBarProps & {
  change: BulkChange | undefined
  onChange: (change: BulkChange | undefined) => void
}

function Bar({ list, onGone, change, onChange }: BarProps) {
  const { listing, selection, total = 0 } = list
  const all = useSelectAll(list)
  const count = selection.ids.size
  const gone = useEffectEvent(onGone)
  useEffect(() => () => gone(), [])
  return (
    <div
      role="group"
      aria-label="Selected records"
      className="sticky bottom-3 z-30 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface p-2 shadow-lg"
    >
      <p role="status" className="px-2 text-sm font-medium tabular-nums">
        {pluralizeRecords(listing, count)} selected
      </p>
      {count < total && (
        <Button variant="ghost" disabled={all.isPending} onClick={() => all.mutate()}>
          {all.isPending ? 'Selecting...' : `Select all ${total.toLocaleString('en-US')}`}
        </Button>
      )}
      <Button variant="ghost" onClick={selection.clear}>
        Clear selection
      </Button>
      <div className="ml-auto flex flex-wrap gap-2">
        <SetMany listing={listing} onChoose={onChange} />
        <Button variant="danger" onClick={() => onChange({ delete: true })}>
          Delete selected
        </Button>
      </div>
      {change && (
        <BulkDialog
          listing={listing}
          ids={[...selection.ids]}
          change={change}
          onClose={() => onChange(undefined)}
          onDone={selection.set}
        />
      )}
    </div>
  )
}

/** All that match, as they are at this moment: what is added afterwards is not among them. */
function useSelectAll({ listing, match, selection }: List) {
  return useMutation({
    mutationFn: () =>
      request<number[]>('GET', `/api/${listing.name}/ids?${new URLSearchParams(match)}`),
    onSuccess: selection.set,
    onError: (error) => toastFailure('Nothing was selected', error.message),
  })
}
