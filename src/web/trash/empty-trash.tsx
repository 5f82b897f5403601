import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { MAX_DELETED_WITHOUT_NUMBER } from '#core/undo/operations.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { isTypedNumber, TypedNumber } from '#web/ui/overlays/typed-number.tsx'

/** Asks, then permanently deletes everything in the trash (SPEC C43). */
export function EmptyTrash({ onClose }: { onClose: () => void }) {
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
