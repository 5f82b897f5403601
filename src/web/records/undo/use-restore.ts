import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyRecord } from '#core/entities/entity.ts'
import { restoredMessage } from '#core/messages.ts'
import type { UndoResponse } from '#core/undo/undo.ts'
import { ApiError, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { reportUndo } from '#web/api/undo.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** `id`: the ID of the trash entry. */
export type Restorable = Pick<AnyRecord, 'id'> & { subject: string; label: string }

/** `set`: other numbers for the record. */
export type Restoring = { record: Restorable; set?: Record<string, string> }

/** A record whose numbers are in use now, with the message at each field. */
export type NumberConflict = {
  record: Restorable
  errors: Record<string, string[]>
  set: Record<string, string>
}

/** Restores a record from the trash. `taken` is set if another record has its number now. */
export function useRestore(onRestored?: (record: Restorable) => void) {
  const [taken, setTaken] = useState<NumberConflict>()
  const { mutate: restore } = useMutation({
    mutationFn: ({ record, set = {} }: Restoring) =>
      request<UndoResponse>('POST', `/api/trash/${record.id}/restore`, { body: { set } }),
    onSuccess: (result, { record }) => {
      setTaken(undefined)
      onRestored?.(record)
      reportUndo(restoredMessage(record.label), result)
      void refetchLists()
    },
    onError: (error, { record, set = {} }) => {
      if (error instanceof ApiError && error.fields)
        return setTaken({ record, errors: error.fields, set })
      setTaken(undefined)
      toastFailure(`Failed to restore ${record.label}`, error.message)
      void refetchLists()
    },
  })
  return { restore, taken, close: () => setTaken(undefined) }
}
