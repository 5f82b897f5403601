import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyRecord, FormSpec } from '#core/entities/entity.ts'
import { ApiError, request } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey, messageFor } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { FormLabels } from './form-labels.ts'
import type { RecordValues } from './use-record-form.ts'

type Saving = {
  entity: Pick<FormSpec, 'name'>
  words: FormLabels
  /** The record as it was opened; undefined: a new one is made. */
  base: AnyRecord | undefined
  onSaved: (saved: AnyRecord) => void
  /** Puts the server's messages at their fields. */
  onRefused: (fields: Record<string, string[]>) => void
}

/** Somebody saved first: what was to be saved, and the record as it stands now (SPEC B22). */
export type Meanwhile = { mine: RecordValues; current: AnyRecord }

type Sent = { values: RecordValues; version: number | undefined }

/** A new record is made once (SPEC B23), a changed one saved only over the version that was opened (SPEC B22). */
export function useSaveRecord({ entity, words, base, onSaved, onRefused }: Saving) {
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const { key, onAnswer } = useRequestKey()
  const path = `/api/${entity.name}`

  const saving = useMutation({
    mutationFn: ({ values, version }: Sent) =>
      base
        ? request<AnyRecord>('PUT', `${path}/${base.id}`, {
            body: values,
            headers: { 'If-Match': `"${version}"` },
          })
        : request<AnyRecord>('POST', path, { body: values, headers: { 'Idempotency-Key': key } }),
    onSuccess: async (saved) => {
      toast(words.saved)
      onSaved(saved)
      await refetchLists()
    },
    onError: async (error, { values }) => {
      onAnswer(error)
      const theirs = await conflictFrom<AnyRecord>(error)
      if (theirs) {
        setMeanwhile({ mine: values, current: theirs })
        void refetchLists()
        return
      }
      toastFailure(words.failed, messageFor(error))
      if (error instanceof ApiError && error.fields) onRefused(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    meanwhile,
    forgetMeanwhile: () => setMeanwhile(undefined),
    save: (values: RecordValues, version = base?.version) => saving.mutate({ values, version }),
  }
}
