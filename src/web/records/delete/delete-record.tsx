import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralizeRecords } from '#core/pluralize.ts'
import { everyEntity } from '#core/entities/entities.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import type { RecordLinks } from '#core/entities/record-use.ts'
import {
  confirmDeleteMessage,
  deletedMessage,
  deleteFailedMessage,
  restoredMessage,
  updatedMessage,
  updateFailedMessage,
} from '#core/messages.ts'
import { CAN_BE_UNDONE } from '#core/undo/operations.ts'
import type { BulkResponse } from '#core/entities/bulk.ts'
import { request } from '#web/api/client.ts'
import { isResponseLost } from '#web/api/lost-response.ts'
import { refetchLists } from '#web/api/queries.ts'
import { newOperation, offerUndo, operationHeaders, undoAction } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { recordLabel } from '#web/records/format.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

type DeleteRecordProps = {
  entity: Entity
  record: AnyRecord
  onClose: () => void
  /** Runs after the lists are reloaded. */
  onGone: () => void
}

/**
 * Asks before it deletes a record, and lists the records that will be unlinked (SPEC A2, B24). A record that can't be deleted is
 * not asked about: the dialog says why. Without an answer about what uses the record, nothing can be confirmed (SPEC C356).
 */
export function DeleteRecord({ entity, record, onClose, onGone }: DeleteRecordProps) {
  const path = `/api/${entity.name}/${record.id}`
  const [operation] = useState(newOperation)
  const undone = (count: number) => restoredMessage(recordLabel(entity, record), count)
  const removal = useAction({
    send: () => request('DELETE', path, { headers: operationHeaders(operation) }),
    done: () => offerUndo({ title: deletedMessage(entity.singular), operation, undone }),
    failed: (error) => {
      // If the response was lost, the record may have been deleted.
      const offered = isResponseLost(error) ? undoAction({ operation, undone }) : undefined
      toastFailure(deleteFailedMessage(entity.singular), error.message, offered)
    },
    onDone: onClose,
    onFailure: () => {
      onClose()
      void refetchLists()
    },
    refetch: () => refetchLists().then(onGone),
  })
  const links = useQuery({
    queryKey: ['links', entity.name, record.id],
    queryFn: () => request<RecordLinks>('GET', `${path}/links`),
    gcTime: 0,
    // Reloading the lists after the deletion must not ask for the links of a deleted record.
    enabled: !removal.busy && !removal.isDone && !removal.error,
  })
  const change = useInactive(entity, record, onClose)
  const label = recordLabel(entity, record)
  if (!links.data)
    return (
      <ConfirmDialog
        open
        title={label}
        description={
          links.error ? 'Couldn’t check what uses this record.' : 'Checking linked records...'
        }
        cancel={links.error ? 'Close' : 'Cancel'}
        onCancel={onClose}
      />
    )
  const { linked, refusal } = links.data
  if (typeof refusal === 'string') {
    const canChange = canBecomeInactive(entity, record)
    return (
      <ConfirmDialog
        open
        title={`${label} can’t be deleted`}
        description={refusal}
        confirm={canChange ? 'Set to Inactive' : undefined}
        cancel={canChange ? 'Cancel' : 'Close'}
        variant="primary"
        busy={change.busy}
        onConfirm={() => change.run()}
        onCancel={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      open
      title={confirmDeleteMessage(label)}
      description={describeConsequences(linked)}
      confirm={removal.busy ? 'Deleting...' : 'Delete'}
      busy={removal.busy}
      onConfirm={() => removal.run()}
      onCancel={onClose}
    />
  )
}

/** "It will be unlinked from 2 trucks and 1 load." */
function describeConsequences(counts: Record<string, number>): string {
  const linked = everyEntity.flatMap((other) => {
    const count = counts[other.name]
    return count ? [pluralizeRecords(other, count)] : []
  })
  if (!linked.length) return CAN_BE_UNDONE
  return `It will be unlinked from ${linked.join(' and ')}. ${CAN_BE_UNDONE}`
}

/** Sets a record to Inactive instead of deleting it, with Undo (SPEC C356, C357). */
function useInactive(entity: Entity, record: AnyRecord, onResponse: () => void) {
  const [operation] = useState(newOperation)
  return useAction({
    send: () =>
      request<BulkResponse>('POST', `/api/${entity.name}/bulk`, {
        body: { ids: [record.id], set: { status: 'inactive' } },
        headers: { 'Idempotency-Key': operation, ...operationHeaders(operation) },
      }),
    done: () => {
      const undone = (count: number) => restoredMessage(recordLabel(entity, record), count)
      offerUndo({ title: updatedMessage(entity.singular), operation, undone })
    },
    failed: updateFailedMessage(entity.singular),
    onDone: onResponse,
    onFailure: () => {
      onResponse()
      void refetchLists()
    },
  })
}

/** False for a kind of record without that status, such as a load, and for a record that has it already. */
function canBecomeInactive({ fields }: Entity, { status }: AnyRecord): boolean {
  const options = fields.status?.options ?? []
  return status !== 'inactive' && options.some(({ value }) => value === 'inactive')
}
