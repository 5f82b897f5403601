import { History, RotateCcw, Undo2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { auditAddress } from '#core/audit/address.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { trash } from '#core/undo/undo.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { undo } from '#web/api/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { RestoreDialog } from '#web/records/undo/restore-dialog.tsx'
import { useRestore, type Restorable } from '#web/records/undo/use-restore.ts'
import { EmptyTrash } from './empty-trash.tsx'

/** Deleted records, each with Restore, for 30 days (SPEC C43). */
export function TrashPage() {
  const list = useList(trash)
  const [emptying, setEmptying] = useState(false)
  const { restore, taken, close } = useRestore()
  const rowActions = useCallback(
    (row: AnyRecord): RowAction[] => {
      const record = row as AnyRecord & Restorable & { operation: string; recordId: number }
      const { operation, subject, recordId, label } = record
      const history = auditAddress(subject, recordId)
      return [
        {
          text: 'Restore',
          label: `Restore ${label}`,
          Icon: RotateCcw,
          onClick: () => restore({ record }),
        },
        {
          text: 'Restore everything deleted with it',
          label: `Restore everything deleted with ${label}`,
          Icon: Undo2,
          wideOnly: true,
          onClick: () =>
            void undo({ operation, undone: (count) => `${pluralize(count, 'record')} restored` }),
        },
        ...(history
          ? [
              {
                text: 'History',
                label: `History of ${label}`,
                Icon: History,
                wideOnly,
                to: history,
              },
            ]
          : []),
      ]
    },
    [restore],
  )
  return (
    <ListPage
      list={list}
      actions={
        <OnlyFor permission="audit-all">
          <Button
            variant="secondary"
            disabled={!list.rows?.length}
            onClick={() => setEmptying(true)}
          >
            Empty Trash
          </Button>
        </OnlyFor>
      }
      rowActions={rowActions}
      firstStep="Deleted records will appear here."
    >
      {taken && <RestoreDialog {...taken} onRestore={restore} onClose={close} />}
      {emptying && <EmptyTrash onClose={() => setEmptying(false)} />}
    </ListPage>
  )
}

const wideOnly = true as const
