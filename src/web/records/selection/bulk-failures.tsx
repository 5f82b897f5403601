import { pluralizeRecords } from '#core/pluralize.ts'
import type { Listing } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { doneMessage } from './bulk-labels.ts'
import type { BulkChange, BulkProgress } from './use-bulk.ts'

type BulkFailuresProps = {
  listing: Listing
  change: BulkChange
  ended: BulkProgress
  onClose: () => void
}

/** Each record that did not change, with the reason. */
export function BulkFailures({ listing, change, ended, onClose }: BulkFailuresProps) {
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
