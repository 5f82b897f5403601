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

/** The settings' form. Holds on to what it was opened with: a read in the background must not slip a newer version under it. */
export function useCompanyForm(company: Company | UnsavedCompany) {
  const [opened, setOpened] = useState(company)
  const form = useForm<CompanyText, unknown, CompanyValues>({
    defaultValues: companyText(company),
    resolver: zodResolver(companyTextSchema),
    mode: 'onTouched',
  })

  function takeOver(saved: Company) {
    setOpened(saved)
    form.reset(companyText(saved))
  }

  function refuse(fields: Record<string, string[]>) {
    for (const [index, [name, messages]] of Object.entries(fields).entries()) {
      const message = messages.join(' ')
      form.setError(name as keyof CompanyText, { message }, { shouldFocus: index === 0 })
    }
  }

  const { save, ...saving } = useSaveCompany({ onSaved: takeOver, onRefused: refuse })
  return {
    ...saving,
    form,
    takeOver,
    submit: (over: Company | UnsavedCompany = opened) =>
      form.handleSubmit((values) => save(values, over))(),
  }
}
