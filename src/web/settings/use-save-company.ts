import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { settingsMessages } from '#core/messages.ts'
import { ApiError, request } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey, messageFor } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { CompanyValues } from './company-text.ts'

type Save = { values: CompanyValues; over: Company | UnsavedCompany }

type Saving = {
  onSaved: (saved: Company) => void
  /** Puts the server's messages at their fields. */
  onRefused: (fields: Record<string, string[]>) => void
}

/** The first save makes the settings, each later one changes them, only over what was read (SPEC A7, B22, B36). */
export function useSaveCompany({ onSaved, onRefused }: Saving) {
  const [conflict, setConflict] = useState<Company | null>(null)
  const { key, onAnswer } = useRequestKey()

  const saving = useMutation({
    mutationFn: ({ values, over }: Save) =>
      over.id === null
        ? request<Company>('POST', '/api/settings', {
            body: values,
            headers: { 'Idempotency-Key': key },
          })
        : request<Company>('PUT', `/api/settings/${over.id}`, {
            body: values,
            headers: { 'If-Match': `"${over.version}"` },
          }),
    onSuccess: (saved, { over }) => {
      onSaved(saved)
      toast(over.id === null ? settingsMessages.saved : settingsMessages.updated)
      void refetchLists()
    },
    onError: async (error, { over }) => {
      onAnswer(error)
      const theirs = await conflictFrom(error, readFirst)
      if (theirs) return setConflict(theirs)
      const title =
        over.id === null ? settingsMessages.failedToSave : settingsMessages.failedToUpdate
      toastFailure(title, messageFor(error))
      if (error instanceof ApiError && error.fields) onRefused(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    save(values: CompanyValues, over: Company | UnsavedCompany) {
      if (!saving.isPending) saving.mutate({ values, over })
    },
    conflict,
    forgetConflict: () => setConflict(null),
  }
}

/** The settings that somebody else made first. */
function readFirst(): Promise<Company> {
  return request<Company>('GET', '/api/settings')
}
