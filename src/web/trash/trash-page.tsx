import { useQuery } from '@tanstack/react-query'
import { History, RotateCcw, Undo2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { auditAddress } from '#core/audit/address.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { MAX_DELETED_WITHOUT_NUMBER } from '#core/undo/operations.ts'
import { trash } from '#core/undo/undo.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { undo } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { RestoreDialog } from '#web/records/undo/restore-dialog.tsx'
import { type Restorable, useRestore } from '#web/records/undo/use-restore.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { isTypedNumber, TypedNumber } from '#web/ui/overlays/typed-number.tsx'

/** Deleted records, each with Restore, for 30 days (SPEC C43). */
export function TrashPage() {
  const list = useList(trash)
  const [emptying, setEmptying] = useState(false)
  const { restore, taken, close } = useRestore()
  const rowActions = useCallback(
    (row: AnyRecord): RowAction[] => {
      const record = row as AnyRecord & Restorable & { operation: string; recordId: number }
      const { operation, subject, recordId, label } = record
      // Saved views are not in the log.
      const history = subject === 'views' ? null : auditAddress(subject, recordId)
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

/** Asks, then permanently deletes everything in the trash (SPEC C43). */
function EmptyTrash({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const { data } = useQuery({
    queryKey: ['trash', 'all'],
    queryFn: () => request<{ count: number }>('GET', '/api/trash/count'),
    gcTime: 0,
  })
  const emptying = useAction({
    send: () => request<{ deleted: number }>('DELETE', '/api/trash'),
    done: ({ deleted }) => `${pluralize(deleted, 'record')} permanently deleted`,
    failed: 'Failed to empty the trash',
    onDone: onClose,
    onFailure: () => {
      onClose()
      void refetchLists()
    },
  })
  const count = data?.count ?? 0
  const asksNumber = count > MAX_DELETED_WITHOUT_NUMBER
  return (
    <Dialog
      open
      title={data ? `Permanently delete ${pluralize(count, 'record')}?` : 'Empty Trash'}
      description="They can't be restored after that."
      onOpenChange={(open) => !open && onClose()}
    >
      {asksNumber && <TypedNumber count={count} value={typed} onChange={setTyped} />}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabled={!data || emptying.busy || (asksNumber && !isTypedNumber(count, typed))}
          onClick={() => emptying.run()}
        >
          {emptying.busy ? 'Deleting...' : 'Empty Trash'}
        </Button>
      </div>
    </Dialog>
  )
}
