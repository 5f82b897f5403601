import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormSpec } from '#core/entities/entity.ts'
import { ApiError, request } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey, messageFor } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { FormLabels } from './form-labels.ts'
import type { FormRecord, RecordValues } from './use-record-form.ts'

type SaveOptions<Stored> = {
  entity: Pick<FormSpec, 'name'>
  labels: FormLabels
  /** The record as it was opened; undefined for a new one. */
  base: Stored | undefined
  onSaved: (saved: Stored) => void
  /** Shows the server's messages at their fields. */
  onFieldErrors: (fields: Record<string, string[]>) => void
}

/** Someone else saved first: the values that were sent, and the record as it is stored now (SPEC B22). */
type Conflict<Stored> = { edited: RecordValues; current: Stored }

type Sent = { values: RecordValues; version: number | undefined }

/** Adds a new record once (SPEC B23); updates a record only if it is still the opened version (SPEC B22). */
export function useSaveRecord<Stored extends FormRecord>(options: SaveOptions<Stored>) {
  const { entity, labels, base, onSaved, onFieldErrors } = options
  const [conflict, setConflict] = useState<Conflict<Stored>>()
  const { key, onAnswer } = useRequestKey()
  const path = `/api/${entity.name}`

  const saving = useMutation({
    mutationFn: ({ values, version }: Sent) =>
      base
        ? request<Stored>('PUT', `${path}/${base.id}`, {
            body: values,
            headers: { 'If-Match': `"${version}"` },
          })
        : request<Stored>('POST', path, { body: values, headers: { 'Idempotency-Key': key } }),
    onSuccess: async (saved) => {
      toast(labels.saved)
      onSaved(saved)
      await refetchLists()
    },
    onError: async (error, { values }) => {
      onAnswer(error)
      const current = await conflictFrom<Stored>(error)
      if (current) {
        setConflict({ edited: values, current })
        void refetchLists()
        return
      }
      toastFailure(labels.failed, messageFor(error))
      if (error instanceof ApiError && error.fields) onFieldErrors(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    conflict,
    closeConflict: () => setConflict(undefined),
    save: (values: RecordValues, version = base?.version) => saving.mutate({ values, version }),
  }
}
