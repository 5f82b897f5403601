import { useState } from 'react'
import type { BulkResponse } from '#core/entities/bulk.ts'
import type { AnyRecord, Entity } from '#core/entities/entity.ts'
import { restoredMessage, updatedMessage, updateFailedMessage } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { newOperation, offerUndo, operationHeaders } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { recordLabel } from '#web/records/format.ts'

/** Sets a record to Inactive instead of deleting it, with Undo (SPEC C356, C357). */
export function useInactive(entity: Entity, record: AnyRecord, onResponse: () => void) {
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
export function canBecomeInactive({ fields }: Entity, { status }: AnyRecord): boolean {
  const options = fields.status?.options ?? []
  return status !== 'inactive' && options.some(({ value }) => value === 'inactive')
}
