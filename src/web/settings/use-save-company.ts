import { useState } from 'react'
import { settingsMessages } from '#core/messages.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { request } from '#web/api/client.ts'
import { saveCompany } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import type { CompanyValues } from './company-text.ts'

/** `base`: the version that the save replaces. */
type Save = { values: Partial<CompanyValues>; base: Company | UnsavedCompany }

type SaveOptions = {
  onSaved: (saved: Company) => void
  /** Shows the server's messages at their fields. */
  onFieldErrors: (fields: Record<string, string[]>) => void
}

/** The first save creates the settings; each later one updates the version it was based on (SPEC A7, B22, B36). */
export function useSaveCompany({ onSaved, onFieldErrors }: SaveOptions) {
  const [conflict, setConflict] = useState<Company | null>(null)
  const saving = useAction({
    send: ({ values, base }: Save, { key, confirmed }) => {
      const body = confirmed.length > 0 ? { ...values, confirmed } : values
      return saveCompany(base, body, { 'Idempotency-Key': key })
    },
    done: (_, { base }) => (base.id === null ? settingsMessages.saved : settingsMessages.updated),
    failed: (_, { base }) =>
      base.id === null ? settingsMessages.failedToSave : settingsMessages.failedToUpdate,
    asks: 'everything',
    onConflict: (current: Company) => setConflict(current),
    readConflict: readCompany,
    onFields: onFieldErrors,
    onDone: onSaved,
  })

  return {
    saving: saving.busy,
    save: (values: Partial<CompanyValues>, base: Company | UnsavedCompany) =>
      saving.run({ values, base }),
    asked: saving,
    conflict,
    closeConflict: () => setConflict(null),
  }
}

/** The settings that someone else created first. */
function readCompany(): Promise<Company> {
  return request<Company>('GET', '/api/settings')
}
