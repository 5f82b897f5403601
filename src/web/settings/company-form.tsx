import { useEffect } from 'react'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { CompanyConflict } from './company-conflict.tsx'
import { companyText, PLAIN_FIELDS } from './company-text.ts'
import { DefaultDeductions } from './default-deductions.tsx'
import { LogoField } from './logo-field.tsx'
import { useCompanyForm } from './use-company-form.ts'

type CompanyFormProps = {
  company: Company | UnsavedCompany
  onChanged: (changed: boolean) => void
}

/** In the order of the form. The logo and the default deductions have their own inputs below. */
const SHOWN = [
  'companyName',
  'companyAddress',
  'companyCity',
  'companyState',
  'companyZip',
  'companyPhone',
  'companyEmail',
  'workWeekStartDay',
  'brokerCheckDays',
] as const

export function CompanyForm({ company, onChanged }: CompanyFormProps) {
  const { form, opened, submit, saving, resetTo, asked, conflict, closeConflict } =
    useCompanyForm(company)
  const { control } = form
  const { isDirty } = form.formState
  useEffect(() => onChanged(isDirty), [isDirty, onChanged])

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={saveByKeys}
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {SHOWN.map((name) => (
          <FieldControl key={name} name={name} field={PLAIN_FIELDS[name]} control={control} />
        ))}
      </div>
      <LogoField control={control} />
      <DefaultDeductions control={control} />
      <div className="border-t border-line pt-4">
        <Button type="submit">{saving ? 'Saving...' : 'Save Settings'}</Button>
      </div>
      {conflict && (
        <CompanyConflict
          current={conflict}
          start={companyText(opened)}
          edited={form.getValues()}
          onReload={() => {
            closeConflict()
            resetTo(conflict)
          }}
          onOverwrite={() => {
            closeConflict()
            void submit(conflict)
          }}
          onCombine={(names) => {
            closeConflict()
            const saved = companyText(conflict)
            for (const name of names) form.setValue(name, saved[name], { shouldDirty: true })
            void submit(conflict)
          }}
          onCancel={closeConflict}
        />
      )}
      <QuestionDialog request={asked} />
    </form>
  )
}
