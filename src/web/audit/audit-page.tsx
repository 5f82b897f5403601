import { Download, Eye } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { DownloadLink } from '#web/api/file-links.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import type { ListState } from '#web/records/list/list-state.ts'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { useAuditListing } from './use-audit-listing.ts'
import { EntryDialog, type AuditRecord } from './entry-dialog.tsx'

/** The audit log: every change, login and file, with filters and export (SPEC S31). */
export function AuditPage() {
  const list = useList(useAuditListing(), pathOf)
  const [shown, setShown] = useState<AnyRecord>()
  useRowKeys({ onOpen: (id) => setShown(list.rows?.find((row) => row.id === id)) })
  const rowActions = useCallback(
    (entry: AnyRecord): RowAction[] => [
      { text: 'View', label: 'View details', Icon: Eye, onClick: () => setShown(entry) },
    ],
    [],
  )
  return (
    <ListPage
      list={list}
      actions={
        <>
          <OnlyFor permission="trash">
            <Link to="/trash" className="hit-area text-sm font-medium text-accent-strong underline">
              Trash
            </Link>
          </OnlyFor>
          <OnlyFor permission="export">
            <DownloadLink href={`/api/audit/export.csv?${new URLSearchParams(list.match)}`}>
              <Download aria-hidden className="size-4" />
              Export CSV
            </DownloadLink>
          </OnlyFor>
        </>
      }
      rowActions={rowActions}
      firstStep="Changes will appear here."
    >
      {shown && <EntryDialog entry={shown as AuditRecord} onClose={() => setShown(undefined)} />}
    </ListPage>
  )
}

/** Shows all events of one save as one row, but only if sorted newest first: other orders separate the events of a save. */
function pathOf({ sort }: ListState): string {
  return sort === '' ? 'audit/saves' : 'audit'
}
