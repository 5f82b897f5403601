import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { added, failedToAdd, failedToUpdate, updated } from '#core/messages.ts'
import type { AnyRecord, Entity } from '#core/entity.ts'
import { ApiError, request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast.tsx'

type Saving = {
  entity: Pick<Entity, 'name' | 'one'>
  record: AnyRecord | undefined
  onSaved: (saved: AnyRecord) => void
  /** Puts the server's messages at their fields. */
  onRefused: (fields: Record<string, string[]>) => void
}

/**
 * Saves a record: a new one under a key of its own, so that a second click or a lost answer makes no
 * second record (SPEC B23); a changed one only over the version that was opened (SPEC B22).
 */
export function useSaveRecord({ entity, record, onSaved, onRefused }: Saving) {
  const [key] = useState(() => new Map<string, string>())
  const [conflict, setConflict] = useState<AnyRecord>()

  const saving = useMutation({
    mutationFn: ({ values, version }: { values: object; version: number | undefined }) =>
      record
        ? request<AnyRecord>('PUT', `/api/${entity.name}/${record.id}`, {
            body: values,
            headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
          })
        : request<AnyRecord>('POST', `/api/${entity.name}`, {
            body: values,
            headers: { 'Idempotency-Key': keyFor(key, values) },
          }),
    onSuccess: async (saved) => {
      toast({ title: record ? updated(entity.one) : added(entity.one) })
      onSaved(saved)
      await refetchLists()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412) {
        setConflict((error.body as { current: AnyRecord }).current)
        return
      }
      const title = record ? failedToUpdate(entity.one) : failedToAdd(entity.one)
      toast({ title, description: error.message, tone: 'destructive' })
      if (error instanceof ApiError && error.fields) onRefused(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    conflict,
    forgetConflict: () => setConflict(undefined),
    save: (values: object, version = record?.version) => saving.mutate({ values, version }),
  }
}

/** One key for one body: what is sent again unchanged is the same request. */
function keyFor(keys: Map<string, string>, values: object): string {
  const body = JSON.stringify(values)
  const key = keys.get(body) ?? crypto.randomUUID()
  keys.set(body, key)
  return key
}
