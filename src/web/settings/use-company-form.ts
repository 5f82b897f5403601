import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import {
  companyText,
  companyTextSchema,
  type CompanyText,
  type CompanyValues,
} from './company-text.ts'
import { useSaveCompany } from './use-save-company.ts'

/** The form keeps the version it was opened with: a background read must not replace that version unseen. */
export function useCompanyForm(company: Company | UnsavedCompany) {
  const [opened, setOpened] = useState(company)
  const form = useForm<CompanyText, unknown, CompanyValues>({
    defaultValues: companyText(company),
    resolver: zodResolver(companyTextSchema),
    mode: 'onTouched',
  })

  function resetTo(saved: Company) {
    setOpened(saved)
    form.reset(companyText(saved))
  }

  function showServerErrors(fields: Record<string, string[]>) {
    for (const [index, [name, messages]] of Object.entries(fields).entries()) {
      const message = messages.join(' ')
      form.setError(name as keyof CompanyText, { message }, { shouldFocus: index === 0 })
    }
  }

  const { save, ...saving } = useSaveCompany({ onSaved: resetTo, onFieldErrors: showServerErrors })
  return {
    ...saving,
    form,
    opened,
    resetTo,
    submit: (base: Company | UnsavedCompany = opened) =>
      form.handleSubmit((values) => save(values, base))(),
  }
}
