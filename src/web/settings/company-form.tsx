import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useForm, type Control } from 'react-hook-form'
import type { Company, UnsavedCompany } from '#core/company.ts'
import type { FormText } from '#web/records/field-control.tsx'
import { FieldControl } from '#web/records/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { CompanyConflict } from './company-conflict.tsx'
import {
  companyText,
  companyTextSchema,
  PLAIN_FIELDS,
  type CompanyText,
  type CompanyValues,
} from './company-text.ts'
import { CustomDeductions } from './custom-deductions.tsx'
import { DeductionInput } from './deduction-input.tsx'
import { useSaveCompany } from './use-save-company.ts'

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
  'logoUrl',
  'workWeekStartDay',
]

/** Holds on to what it was opened with: a read in the background must not slip a newer version under it. */
export function CompanyForm({ company, onChanged }: CompanyFormProps) {
  const [opened, setOpened] = useState(company)
  const form = useForm<CompanyText, unknown, CompanyValues>({
    defaultValues: companyText(company),
    resolver: zodResolver(companyTextSchema),
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onChanged(isDirty), [isDirty, onChanged])

  function takeOver(saved: Company) {
    setOpened(saved)
    form.reset(companyText(saved))
  }

  function refuse(fields: Record<string, string[]>) {
    for (const [name, messages] of Object.entries(fields)) {
      form.setError(
        name as keyof CompanyText,
        { message: messages.join(' ') },
        { shouldFocus: true },
      )
    }
  }

  const { saving, save, conflict, forgetConflict } = useSaveCompany({
    onSaved: takeOver,
    onRefused: refuse,
  })
  const submitOver = (over: Company | UnsavedCompany) =>
    form.handleSubmit((values) => save(values, over))

  function saveByKeys(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submitOver(opened)()
  }

  // The controls of declared fields know forms of plain text; the list of deductions is none of theirs.
  const control = form.control as unknown as Control<FormText>
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => void submitOver(opened)(event)}
      onKeyDown={saveByKeys}
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {SHOWN.map((name) => {
          const field = PLAIN_FIELDS[name]
          return field && <FieldControl key={name} {...{ name, field, control }} />
        })}
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-semibold">Default deductions</legend>
        <p className="text-sm text-muted">
          Every new settlement starts from these; they can be changed there.
        </p>
        <DeductionInput
          control={form.control}
          label="Fuel"
          type="fuelDeductionType"
          value="fuelDeductionValue"
        />
        <DeductionInput
          control={form.control}
          label="Insurance"
          type="insuranceDeductionType"
          value="insuranceDeductionValue"
        />
        <CustomDeductions control={form.control} />
      </fieldset>
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
            void submitOver(conflict)()
          }}
          onCancel={forgetConflict}
        />
      )}
    </form>
  )
}
