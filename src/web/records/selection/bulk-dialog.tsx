import { useState } from 'react'
import type { Listing } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import { alreadyDone, bulkLabel, bulkQuestion, doneMessage } from './bulk-labels.ts'
import { useBulk, type BulkChange, type BulkProgress } from './use-bulk.ts'

type BulkDialogProps = {
  listing: Listing
  ids: number[]
  change: BulkChange
  onClose: () => void
  /** Called at the end. `failed`: the records that did not change. */
  onDone: (failed: number[]) => void
}

/** Confirms and runs a bulk change, then lists its failures. */
export function BulkDialog({ listing, ids, change, onClose, onDone }: BulkDialogProps) {
  const { progress, run } = useBulk(listing.name, ids, change)
  const [ended, setEnded] = useState<BulkProgress>()
  const busy = progress !== undefined && !progress.stopped && !ended

  async function start() {
    const end = await run()
    if (!end) return
    onDone(end.failed.map(({ id }) => id))
    if (end.failed.length) return setEnded(end)
    toast(doneMessage(listing, change, end.done))
    onClose()
  }

  if (ended) return <BulkFailures {...{ listing, change, ended, onClose }} />
  return (
    <Dialog
      open
      title={bulkQuestion(listing, change, ids.length)}
      {...(change.delete ? { description: "This can't be undone." } : {})}
      // A running change cannot be canceled: the dialog stays until it ends.
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {progress && ids.length > progress.processed && (
        <Progress processed={progress.processed} of={ids.length} />
      )}
      {progress?.stopped && (
        <p role="alert" className="text-sm text-danger-ink">
          {progress.stopped} {alreadyDone(listing, change, progress.done)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant={change.delete ? 'danger' : 'primary'}
          disabled={busy}
          onClick={() => void start()}
        >
          {busy
            ? busyLabel(change)
            : progress?.stopped
              ? 'Continue'
              : bulkLabel(listing, change, ids.length)}
        </Button>
      </div>
    </Dialog>
  )
}

function busyLabel(change: BulkChange): string {
  return change.delete ? 'Deleting...' : 'Updating...'
}

function Progress({ processed, of }: { processed: number; of: number }) {
  return (
    <div className="grid gap-1 text-sm">
      <progress
        aria-label="Progress"
        className="h-2 w-full accent-accent"
        value={processed}
        max={of}
      />
      <p className="text-muted tabular-nums">
        {processed.toLocaleString('en-US')} of {of.toLocaleString('en-US')}
      </p>
    </div>
  )
}
