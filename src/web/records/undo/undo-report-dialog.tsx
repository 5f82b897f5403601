import type { UndoneInPart } from '#core/undo/undo.ts'
import { showReport, type UndoReport } from '#web/api/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Records that an undo could not revert or restore completely, each with the reason (SPEC C43, C44). */
export function UndoReportDialog({ report: { title, failed, notes } }: { report: UndoReport }) {
  const close = () => showReport(undefined)
  return (
    <Dialog open title={title} onOpenChange={(open) => !open && close()}>
      <Parts title="Not undone" parts={failed} />
      <Parts title="Partly restored" parts={notes} />
      <Button className="justify-self-end" onClick={close}>
        Close
      </Button>
    </Dialog>
  )
}

function Parts({ title, parts }: { title: string; parts: UndoneInPart[] }) {
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
        {parts.map(({ subject, id, label, message }, index) => (
          <li key={`${subject} ${id} ${index}`} className="px-3 py-2 wrap-anywhere">
            <span className="font-medium">{label}</span>{' '}
            <span className="text-muted">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
