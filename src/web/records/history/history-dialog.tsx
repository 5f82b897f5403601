import { Link } from 'react-router'
import { auditLog, namePerson } from '#core/audit/audit.ts'
import type { Save } from '#core/audit/saves.ts'
import { isPart } from '#core/audit/subjects.ts'
import { allColumns, type AnyRecord } from '#core/entities/entity.ts'
import { useMay } from '#web/api/may.tsx'
import { useRows } from '#web/api/queries.ts'
import { cellText } from '#web/records/format.ts'
import { Query } from '#web/ui/query.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Changes } from './changes.tsx'
import { SavedParts } from './saved-parts.tsx'

export type HistoryDialogProps = {
  /** The address of the record's events in the audit log. */
  address: string
  onClose: () => void
}

/** Older changes are only in the audit log. */
const MAX_SHOWN = '50'

/** A record's changes, newest first. */
export function HistoryDialog({ address, onClose }: HistoryDialogProps) {
  const match = Object.fromEntries(new URLSearchParams(address.split('?')[1]))
  const seesAll = useMay('audit-all')
  const query = useRows('audit/saves', { ...match, limit: MAX_SHOWN })
  return (
    <Dialog
      open
      wide
      title="History"
      description={seesAll ? undefined : 'The changes that your role can see.'}
      onOpenChange={(open) => !open && onClose()}
    >
      <Query of={query}>
        {(data) => (
          <ol className="grid gap-5 empty:hidden">
            {(data as (AnyRecord & Save)[]).map((event) => (
              <li key={event.id} className="grid gap-1">
                <h3 className="text-sm font-medium">
                  {textOf('action', event)}{' '}
                  <span className="font-normal text-muted">
                    {[textOf('createdAt', event), namePerson(event)].filter(Boolean).join(' · ')}
                  </span>
                </h3>
                <Changes event={event} />
                <SavedParts {...ownParts(event)} />
              </li>
            ))}
          </ol>
        )}
      </Query>
      <Link
        to={address}
        className="hit-area justify-self-start text-sm font-medium text-accent-strong underline underline-offset-2"
      >
        Open in the audit log
      </Link>
    </Dialog>
  )
}

/** Keeps the items of a settlement and the parts of a payment, and leaves out other records that the save changed. */
function ownParts({ parts, others }: Save): Pick<Save, 'parts' | 'others'> {
  return {
    parts: parts.filter(({ subject }) => isPart(subject)),
    others: Object.fromEntries(Object.entries(others).filter(([subject]) => isPart(subject))),
  }
}

function textOf(name: string, event: AnyRecord): string {
  const column = allColumns(auditLog).find(({ fields }) => fields[0] === name)
  return column ? cellText(auditLog, column, event) : ''
}
