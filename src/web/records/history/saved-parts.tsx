import { auditLog } from '#core/audit/audit.ts'
import { countMore, type LoggedEvent, type Save } from '#core/audit/saves.ts'
import { allColumns } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { cellText } from '#web/records/format.ts'
import { Changes } from './changes.tsx'

/** The other records that the same save changed. */
export function SavedParts({ parts, others }: Pick<Save, 'parts' | 'others'>) {
  const more = countMore({ parts, others })
  return (
    <>
      {parts.map((part) => (
        <section key={part.id} className="grid gap-1">
          <h3 className="text-sm font-medium wrap-anywhere">{describePart(part)}</h3>
          <Changes event={part} />
        </section>
      ))}
      {more > 0 && (
        <p className="text-sm text-muted">
          And {pluralize(more, 'record')} more. Sort the audit log by date to list every event.
        </p>
      )}
    </>
  )
}

/** "Settlement item Fuel: Added". */
function describePart(part: LoggedEvent): string {
  const [action, subject, label] = ['action', 'subject', 'label'].map((name) => {
    const column = allColumns(auditLog).find(({ fields }) => fields[0] === name)
    return column ? cellText(auditLog, column, part) : ''
  })
  return `${[subject, label].filter(Boolean).join(' ')}: ${action}`
}
