import type { UndoneInPart } from '#core/undo/undo.ts'
import { showReport, type UndoReport } from '#web/api/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { useRestore } from './use-restore.ts'

/**
 * Records that an undo could not revert or restore completely, each with the reason (SPEC C43, C44). A record whose number is
 * in use can get another number.
 */
export function UndoReportDialog({ report }: { report: UndoReport }) {
  const { title, failed, notes, heading = 'Partly restored' } = report
  const close = () => showReport(undefined)
  const restoring = useRestore(({ id }) => {
    const left = failed.filter(({ trashId }) => trashId !== id)
    showReport(left.length + notes.length > 0 ? { ...report, failed: left } : undefined)
  })
  if (restoring.taken)
    return (
      <RestoreDialog {...restoring.taken} onRestore={restoring.restore} onClose={restoring.close} />
    )
  return (
    <Dialog open title={title} onOpenChange={(open) => !open && close()}>
      <Parts
        title="Not undone"
        parts={failed}
        onRestore={(id, { subject, label }) =>
          restoring.restore({ record: { id, subject, label } })
        }
      />
      <Parts title={heading} parts={notes} />
      <Button variant="secondary" className="justify-self-end" onClick={close}>
        Close
      </Button>
    </Dialog>
  )
}

type PartsProps = {
  title: string
  parts: UndoneInPart[]
  onRestore?: (trashId: number, part: UndoneInPart) => void
}

function Parts({ title, parts, onRestore }: PartsProps) {
  if (!parts.length) return null
  return (
    <section className="grid gap-1 text-sm">
      <h3 className="font-medium">{title}</h3>
      <ul
        // Scrolls, so it must be reachable by keyboard.
        tabIndex={0}
        aria-label={title}
        className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {parts.map((part, index) => (
          <li
            key={`${part.subject} ${part.id} ${index}`}
            className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 wrap-anywhere"
          >
            <span>
              <span className="font-medium">{part.label}</span>{' '}
              <span className="text-muted">{part.message}</span>
            </span>
            <RestoreButton part={part} onRestore={onRestore} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RestoreButton({
  part,
  onRestore,
}: { part: UndoneInPart } & { onRestore: PartsProps['onRestore'] }) {
  const { trashId, label } = part
  if (trashId === undefined || !onRestore) return null
  return (
    <Button
      size="sm"
      aria-label={`Use another number for ${label}`}
      onClick={() => onRestore(trashId, part)}
    >
      Use Another Number
    </Button>
  )
}
