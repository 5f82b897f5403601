import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import {
  companyText,
  companyTextSchema,
  type CompanyText,
  type CompanyValues,
} from './company-text.ts'
import { useSaveCompany } from './use-save-company.ts'

export type CompanyFormProps = {
  /** The version that the form was opened with: a background read must not replace it unseen. */
  opened: Company | UnsavedCompany
  onSaved: (saved: Company) => void
}

/** A form of these fields of the settings. A save sends no other field. */
export function useCompanyForm(
  { opened, onSaved }: CompanyFormProps,
  names: readonly (keyof CompanyText)[],
) {
  const form = useForm<CompanyText, unknown, CompanyValues>({
    defaultValues: companyText(opened),
    resolver: zodResolver(companyTextSchema),
    mode: 'onTouched',
  })

  function resetTo(saved: Company) {
    onSaved(saved)
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
    names,
    form,
    opened,
    resetTo,
    submit: (base: Company | UnsavedCompany = opened) =>
      form.handleSubmit((values) => save(pick(values, names), base))(),
  }
}

function pick(
  values: CompanyValues,
  names: readonly (keyof CompanyText)[],
): Partial<CompanyValues> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
