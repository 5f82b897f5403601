import { useState } from 'react'
import {
  confirmDeleteMessage,
  deletedMessage,
  deleteFailedMessage,
  restoredMessage,
} from '#core/messages.ts'
import { CAN_BE_UNDONE } from '#core/undo/operations.ts'
import { request } from '#web/api/client.ts'
import { isResponseLost } from '#web/api/lost-response.ts'
import { refetchLists } from '#web/api/queries.ts'
import { newOperation, offerUndo, operationHeaders, undoAction } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

type DeleteDialogProps = {
  /** The record's path in the API. */
  path: string
  /** "Line". */
  singular: string
  /** The record's own name. */
  name: string
  description: string
  /** Whether the record goes to the trash and a toast offers Undo (SPEC C87). */
  undoable?: boolean
  onClose: () => void
  /** Runs after a success. */
  onDeleted?: () => void
  /** Runs after a success and after a failure: the screen may be out of date either way. */
  onResponse?: () => void
}

/** Asks for confirmation, deletes, and closes, even if the deletion failed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { path, singular, name, description, undoable = false } = props
  const { onClose, onDeleted, onResponse } = props
  const [operation] = useState(newOperation)
  const undone = (count: number) => restoredMessage(name, count)
  function finish() {
    onClose()
    onResponse?.()
    void refetchLists()
  }
  const removal = useAction({
    send: () => request('DELETE', path, { headers: operationHeaders(operation) }),
    done: () =>
      undoable
        ? offerUndo({ title: deletedMessage(singular), operation, undone })
        : deletedMessage(singular),
    failed: (error) => {
      // If the response was lost, the record may have been deleted.
      const offered =
        undoable && isResponseLost(error) ? undoAction({ operation, undone }) : undefined
      toastFailure(deleteFailedMessage(singular), error.message, offered)
    },
    onDone: () => {
      finish()
      onDeleted?.()
    },
    onFailure: finish,
    refetch: 'nothing',
  })
  return (
    <ConfirmDialog
      open
      title={confirmDeleteMessage(name)}
      description={undoable ? `${description} ${CAN_BE_UNDONE}` : description}
      confirm={removal.busy ? 'Deleting...' : 'Delete'}
      busy={removal.busy}
      onConfirm={() => removal.run()}
      onCancel={onClose}
    />
  )
}
