import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsMessages } from '#core/messages.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { ApiError, request } from '#web/api/client.ts'
import { conflictFrom, useAskedRequest } from '#web/api/conflict.ts'
import { refetchLists, saveCompany } from '#web/api/queries.ts'
import { useRequestKey, messageFor } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { CompanyValues } from './company-text.ts'

/** `base`: the version that the save replaces. */
type Save = { values: Partial<CompanyValues>; base: Company | UnsavedCompany; confirmed?: string[] }

type SaveOptions = {
  onSaved: (saved: Company) => void
  /** Shows the server's messages at their fields. */
  onFieldErrors: (fields: Record<string, string[]>) => void
}

/** The first save creates the settings; each later one updates the version it was based on (SPEC A7, B22, B36). */
export function useSaveCompany({ onSaved, onFieldErrors }: SaveOptions) {
  const [conflict, setConflict] = useState<Company | null>(null)
  const { key, onResponse } = useRequestKey()
  const { ask, answerBy } = useAskedRequest<Save>()

  const saving = useMutation({
    mutationFn: ({ values, base, confirmed }: Save) => {
      const body = confirmed ? { ...values, confirmed } : values
      return saveCompany(base, body, { 'Idempotency-Key': key })
    },
    onSuccess: (saved, { base }) => {
      onSaved(saved)
      toast(base.id === null ? settingsMessages.saved : settingsMessages.updated)
      void refetchLists()
    },
    onError: async (error, sent) => {
      const { base } = sent
      onResponse(error)
      if (ask(error, sent)) return
      const current = await conflictFrom(error, readCompany)
      if (current) return setConflict(current)
      const title =
        base.id === null ? settingsMessages.failedToSave : settingsMessages.failedToUpdate
      toastFailure(title, messageFor(error))
      if (error instanceof ApiError && error.fields) onFieldErrors(error.fields)
    },
  })

  return {
    saving: saving.isPending,
    save(values: Partial<CompanyValues>, base: Company | UnsavedCompany) {
      if (!saving.isPending) saving.mutate({ values, base })
    },
    asked: answerBy(saving.mutate),
    conflict,
    closeConflict: () => setConflict(null),
  }
}

/** The settings that someone else created first. */
function readCompany(): Promise<Company> {
  return request<Company>('GET', '/api/settings')
}
