import { Download, Eye } from 'lucide-react'
import { useState } from 'react'
import { auditLog } from '#core/audit/audit.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { DownloadLink } from '#web/ui/button.tsx'
import { RecordsList } from '#web/records/list/records-list.tsx'
import { RowAction } from '#web/records/list/row-action.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { Page } from '#web/ui/page.tsx'
import { EntryDialog, type AuditRecord } from './entry-dialog.tsx'

/** The audit log: every change, login and file, with filters and export (SPEC S31). */
export function AuditPage() {
  const list = useList(auditLog)
  const [shown, setShown] = useState<AnyRecord>()
  useRowKeys({ onOpen: (id) => setShown(list.rows?.find((row) => row.id === id)) })
  return (
    <Page
      title={auditLog.title}
      description={auditLog.description}
      actions={
        <DownloadLink href={`/api/audit/export.csv?${new URLSearchParams(list.match)}`}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </DownloadLink>
      }
    >
      <RecordsList
        list={list}
        actions={(entry) => (
          <RowAction label="View details" Icon={Eye} onClick={() => setShown(entry)} />
        )}
        firstStep="Changes will appear here."
      />
      {shown && <EntryDialog entry={shown as AuditRecord} onClose={() => setShown(undefined)} />}
    </Page>
  )
}
