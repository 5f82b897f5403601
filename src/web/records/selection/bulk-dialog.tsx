import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Listing } from '#core/entities/entity.ts'
import { pluralizeRecords } from '#core/pluralize.ts'
import { CAN_BE_UNDONE, MAX_DELETED_WITHOUT_NUMBER } from '#core/undo/operations.ts'
import { offerUndo } from '#web/api/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { isTypedNumber, TypedNumber } from '#web/ui/overlays/typed-number.tsx'
import {
  bulkLabel,
  bulkQuestion,
  describeUndo,
  doneMessage,
  partlyDoneMessage,
} from './bulk-labels.ts'
import { type BulkChange, type BulkProgress, useBulk } from './use-bulk.ts'

type BulkDialogProps = {
  listing: Listing
  ids: number[]
  change: BulkChange
  onClose: () => void
  /** Called at the end. `failed`: the records that did not change. */
  onDone: (failed: number[]) => void
}

/**
 * Runs a bulk change, then lists its failures. The user first confirms a deletion, and types the number of records if
 * it is more than ten (SPEC C43). A change starts immediately: it can be undone.
 */
export function BulkDialog({ listing, ids, change, onClose, onDone }: BulkDialogProps) {
  const { progress, run, operation } = useBulk(listing.name, ids, change)
  const [ended, setEnded] = useState<BulkProgress>()
  const [typed, setTyped] = useState('')
  const busy = progress !== undefined && !progress.stopped && !ended
  const asksNumber = change.delete && ids.length > MAX_DELETED_WITHOUT_NUMBER && !progress

  async function start() {
    const end = await run()
    if (!end) return
    onDone(end.failed.map(({ id }) => id))
    offerUndoOf(end)
    if (end.failed.length) return setEnded(end)
    onClose()
  }

  function offerUndoOf({ done }: BulkProgress) {
    const offer = describeUndo(listing, change, operation, done)
    if (offer) offerUndo(offer)
  }

  /** If a change stopped, its finished parts can be undone. */
  function close() {
    if (progress?.stopped) offerUndoOf(progress)
    onClose()
  }

  useImmediateStart(change.set !== undefined, start)

  if (ended) return <BulkFailures {...{ listing, change, ended, onClose }} />
  return (
    <Dialog
      open
      title={bulkQuestion(listing, change, ids.length)}
      {...(change.delete ? { description: CAN_BE_UNDONE } : {})}
      // A running change cannot be canceled: the dialog stays until it ends.
      onOpenChange={(open) => !open && !busy && close()}
    >
      {asksNumber && <TypedNumber count={ids.length} value={typed} onChange={setTyped} />}
      {progress && ids.length > progress.processed && (
        <Progress processed={progress.processed} of={ids.length} />
      )}
      {progress?.stopped && (
        <p role="alert" className="text-sm text-danger-ink">
          {progress.stopped} {partlyDoneMessage(listing, change, progress.done)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" disabled={busy} onClick={close}>
          Cancel
        </Button>
        <Button
          variant={change.delete ? 'danger' : 'primary'}
          disabled={busy || (asksNumber && !isTypedNumber(ids.length, typed))}
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

function useImmediateStart(starts: boolean, start: () => Promise<void>): void {
  const started = useRef(false)
  const run = useEffectEvent(start)
  useEffect(() => {
    if (!starts || started.current) return
    started.current = true
    void run()
  }, [starts])
}

function busyLabel(change: BulkChange): string {
  return change.delete ? 'Deleting...' : 'Updating...'
}

function Progress({ processed, of }: { processed: number; of: number }) {
  return (
    <div className="grid gap-1 text-sm">
      <progress aria-label="Progress" className={PROGRESS_BAR} value={processed} max={of} />
      <p className="text-muted tabular-nums">
        {processed.toLocaleString('en-US')} of {of.toLocaleString('en-US')}
      </p>
    </div>
  )
}

type BulkFailuresProps = {
  listing: Listing
  change: BulkChange
  ended: BulkProgress
  onClose: () => void
}

/** Each record that did not change, with the reason. */
function BulkFailures({ listing, change, ended, onClose }: BulkFailuresProps) {
  const { done, failed } = ended
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${pluralizeRecords(listing, failed.length)} couldn't be ${change.delete ? 'deleted' : 'updated'}`}
      {...(done ? { description: doneMessage(listing, change, done) } : {})}
    >
      <ul
        // Scrolls, so it must be reachable by keyboard.
        tabIndex={0}
        aria-label="Errors"
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm"
      >
        {failed.map(({ id, label, message }) => (
          <li key={id} className="grid gap-x-3 px-3 py-2 wrap-anywhere">
            <span className="font-medium">{label ?? `${listing.singular} ${id}`}</span>
            <span className="text-muted">{message}</span>
          </li>
        ))}
      </ul>
      <Button className="justify-self-end" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
