import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MANUAL_RESULTS, type BrokerChecks } from '#core/broker-checks/checks.ts'
import { formatDay } from '#core/calendar.ts'
import { KeptDocuments } from '#web/documents/shown/kept-documents.tsx'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

type ManualCheck = BrokerChecks['manual'][number]

/** The manual checks, newest first (SPEC C232). */
export function ManualChecks({ checks, mayChange }: { checks: ManualCheck[]; mayChange: boolean }) {
  const [deleted, setDeleted] = useState<ManualCheck>()
  const [goneId, setGoneId] = useState<number>()
  if (!checks.length) return null
  return (
    <div className="grid gap-1">
      <h3 className="font-medium">Manual Checks</h3>
      <ul>
        {checks.map((check) => (
          <li
            key={check.id}
            className="flex items-start justify-between gap-2 border-t border-line py-2 first:border-t-0"
          >
            <div className="min-w-0 grow">
              <p>
                {describe(check)} <span className="text-muted">{check.checkedBy}</span>
              </p>
              {check.note && (
                <p className="text-muted whitespace-pre-wrap wrap-anywhere">{check.note}</p>
              )}
              {/* Hidden while the check is being deleted: its documents would be requested again. */}
              {check.id !== deleted?.id && check.id !== goneId && (
                <div className="mt-2">
                  <KeptDocuments
                    path={`broker-checks/${check.id}/documents`}
                    add="Add Page or PDF"
                    mayChange={mayChange}
                  />
                </div>
              )}
            </div>
            {mayChange && (
              <IconButton
                label={`Delete check of ${formatDay(check.day)}`}
                onClick={() => setDeleted(check)}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {deleted && (
        <DeleteDialog
          path={`/api/broker-checks/${deleted.id}`}
          singular="Check"
          name={`the check of ${formatDay(deleted.day)}`}
          description={`${describe(deleted)} Documents that are kept with it go to the inbox.`}
          onClose={() => setDeleted(undefined)}
          onResponse={() => setGoneId(deleted.id)}
        />
      )}
    </div>
  )
}

/** "11/20/2026: Authority active." */
function describe({ day, result }: ManualCheck): string {
  const label = MANUAL_RESULTS.find(({ value }) => value === result)?.label
  return `${formatDay(day)}: ${label}.`
}
