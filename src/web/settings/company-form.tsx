import { useEffect } from 'react'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { PLAIN_FIELDS } from './company-text.ts'
import { FormDialogs } from './form-dialogs.tsx'
import { LogoField } from './logo-field.tsx'
import { useCompanyForm, type CompanyFormProps } from './use-company-form.ts'

/** In the order of the form. The logo has its own input below, the default deductions have their own card. */
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

const NAMES = [...SHOWN, 'logoUrl'] as const

export function CompanyForm(props: CompanyFormProps) {
  const state = useCompanyForm(props, NAMES)
  const { form, submit, saving } = state
  const { isDirty } = form.formState
  const { onChanged } = props
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
          <FieldControl key={name} name={name} field={PLAIN_FIELDS[name]} control={form.control} />
        ))}
      </div>
      <LogoField control={form.control} />
      <div className="border-t border-line pt-4">
        <Button type="submit">{saving ? 'Saving...' : 'Save Settings'}</Button>
      </div>
      <FormDialogs state={state} />
    </form>
  )
}
