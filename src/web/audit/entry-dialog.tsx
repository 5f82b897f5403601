import { auditLog, type AuditEvent } from '#core/audit/audit.ts'
import type { LoggedEvent, WithParts } from '#core/audit/saves.ts'
import { defaultColumns, type AnyRecord } from '#core/entities/entity.ts'
import { cellText } from '#web/records/format.ts'
import { Changes } from '#web/records/history/changes.tsx'
import { SavedParts } from '#web/records/history/saved-parts.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EntryUndo, RestoreValue, useRestorable, VoidUndo } from './entry-undo.tsx'

export type AuditRecord = AnyRecord &
  AuditEvent &
  Pick<LoggedEvent, 'subjectId'> &
  WithParts<LoggedEvent>

type EntryDialogProps = { entry: AuditRecord; onClose: () => void }

const COLUMNS = defaultColumns(auditLog).filter(({ title }) => title !== 'Changes')

/** One entry, with each changed field before and after. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const restorable = useRestorable(entry.id)
  return (
    <Dialog open wide onOpenChange={onClose} title="Audit Log Entry">
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        {COLUMNS.map((column) => (
          <div key={column.title}>
            <dt className="text-muted">{column.title}</dt>
            <dd className="wrap-anywhere">{cellText(auditLog, column, entry) || '–'}</dd>
          </div>
        ))}
      </dl>
      <VoidUndo entry={entry} />
      {restorable && <EntryUndo restorable={restorable} onClose={onClose} />}
      <Changes
        event={entry}
        undo={({ name, label }) =>
          restorable?.fields.includes(name) && (
            <div>
              <RestoreValue entryId={entry.id} field={name} label={label} />
            </div>
          )
        }
      />
      {entry.parts && <SavedParts parts={entry.parts} others={entry.others ?? {}} />}
    </Dialog>
  )
}
