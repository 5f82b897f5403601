import { useEffect } from 'react'
import type { Control } from 'react-hook-form'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { FieldControl, type FormText } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { CompanyConflict } from './company-conflict.tsx'
import { PLAIN_FIELDS } from './company-text.ts'
import { DefaultDeductions } from './default-deductions.tsx'
import { LogoField } from './logo-field.tsx'
import { useCompanyForm } from './use-company-form.ts'

type CompanyFormProps = {
  company: Company | UnsavedCompany
  onChanged: (changed: boolean) => void
}

const SHOWN = [
  'companyName',
  'companyAddress',
  'companyCity',
  'companyState',
  'companyZip',
  'companyPhone',
  'companyEmail',
  'workWeekStartDay',
]

export function CompanyForm({ company, onChanged }: CompanyFormProps) {
  const { form, submit, saving, takeOver, conflict, forgetConflict } = useCompanyForm(company)
  const { isDirty } = form.formState
  useEffect(() => onChanged(isDirty), [isDirty, onChanged])

  // The controls of declared fields know forms of plain text; the list of deductions is none of theirs.
  const control = form.control as unknown as Control<FormText>
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
        {SHOWN.map((name) => {
          const field = PLAIN_FIELDS[name]
          return field && <FieldControl key={name} {...{ name, field, control }} />
        })}
      </div>
      <LogoField control={form.control} />
      <DefaultDeductions control={form.control} />
      <div className="border-t border-line pt-4">
        <Button type="submit">{saving ? 'Saving...' : 'Save Settings'}</Button>
      </div>
      {conflict && (
        <CompanyConflict
          theirs={conflict}
          mine={form.getValues()}
          onReload={() => {
            forgetConflict()
            takeOver(conflict)
          }}
          onOverwrite={() => {
            forgetConflict()
            void submit(conflict)
          }}
          onCancel={forgetConflict}
        />
      )}
    </form>
  )
}
