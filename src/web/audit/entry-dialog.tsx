import { auditLog, listChanges, type AuditEvent } from '#core/audit/audit.ts'
import { defaultColumns, type AnyRecord } from '#core/entities/entity.ts'
import { cellText } from '#web/records/format.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EntryUndo, RestoreValue, useRestorable } from './entry-undo.tsx'

export type AuditRecord = AnyRecord & AuditEvent

type EntryDialogProps = { entry: AuditRecord; onClose: () => void }

const COLUMNS = defaultColumns(auditLog).filter(({ title }) => title !== 'Changes')
const CELL = 'border-t border-line py-1.5 pr-3 text-left align-top wrap-anywhere'

/** One entry, with each changed field before and after. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const changes = listChanges(entry)
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
      {restorable && <EntryUndo restorable={restorable} onClose={onClose} />}
      {changes.length > 0 && (
        <table className="w-full table-fixed text-sm">
          <thead>
            <tr className="text-muted">
              <th className={CELL}>Field</th>
              <th className={CELL}>Before</th>
              <th className={CELL}>After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, label, from, to }) => (
              <tr key={label}>
                <th className={CELL}>{label}</th>
                <td className={CELL}>
                  {from}
                  {restorable?.fields.includes(name) && (
                    <div>
                      <RestoreValue entryId={entry.id} field={name} label={label} />
                    </div>
                  )}
                </td>
                <td className={CELL}>{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
