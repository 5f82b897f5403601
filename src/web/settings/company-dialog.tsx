import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formValues, newRecordSchema } from '#core/entities/entity.ts'
import { text } from '#core/fields/text.ts'
import { companyFields, type Company, type UnsavedCompany } from '#core/settings/company.ts'
import { listSampled } from '#core/settings/sample-company.ts'
import { useCompany } from '#web/api/queries.ts'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { FieldControl } from '#web/records/form/field-control.tsx'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { useSaveCompany } from './use-save-company.ts'

type CompanyDialogProps = {
  /** Null: canceled. */
  onAnswer: (answer: 'saved' | null) => void
}
type Settings = Company | UnsavedCompany
type Text = Record<keyof typeof FIELDS, string>

const { companyName, companyAddress, companyCity, companyState, companyZip } = companyFields
const { companyPhone, companyEmail } = companyFields
/** In the order of the form. Only the name is required. */
const FIELDS = {
  companyName: text(companyName.label),
  companyAddress,
  companyCity,
  companyState,
  companyZip,
  companyPhone,
  companyEmail,
}
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
const detailsSchema = z
  .custom<Text>()
  .transform((typed): unknown => typed)
  .pipe(newRecordSchema(FIELDS))

/** The printed details of the company, before the first paper or email leaves (SPEC C341). */
export function CompanyDialog({ onAnswer }: CompanyDialogProps) {
  const query = useCompany()
  const [changed, setChanged] = useState(false)
  const { leave, question } = useConfirmLeave({
    changed,
    what: 'the company details',
    onLeave: () => onAnswer(null),
  })
  return (
    <Dialog
      open
      title="Enter Your Company Details"
      description="Statements, invoices and emails print these details. They are still sample values. Your step continues after you save."
      onOpenChange={(open) => !open && leave()}
    >
      <Query of={query} skeleton="h-64">
        {(data) => (
          <DetailsForm
            company={data}
            onSaved={() => onAnswer('saved')}
            onCancel={leave}
            onChanged={setChanged}
          />
        )}
      </Query>
      {question}
    </Dialog>
  )
}

type DetailsFormProps = {
  company: Settings
  onSaved: () => void
  onCancel: () => void
  onChanged: (changed: boolean) => void
}

function DetailsForm({ company, onSaved, onCancel, onChanged }: DetailsFormProps) {
  const form = useForm<Text, unknown, z.output<typeof detailsSchema>>({
    defaultValues: withoutSample(company),
    resolver: zodResolver(detailsSchema),
    mode: 'onTouched',
  })
  const { save, saving, asked, conflict } = useSaveCompany({
    onSaved,
    onFieldErrors: (fields) => {
      for (const [name, messages] of Object.entries(fields))
        form.setError(name as keyof Text, { message: messages.join(' ') })
    },
  })
  const { isDirty } = form.formState
  useEffect(() => onChanged(isDirty), [isDirty, onChanged])
  // The dialog may open before the settings are loaded.
  useEffect(() => form.setFocus('companyName'), [form])
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void form.handleSubmit((values) => save(values, conflict ?? company))()
      }}
      onKeyDown={saveByKeys}
    >
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {NAMES.map((name) => (
          <FieldControl key={name} name={name} field={FIELDS[name]} control={form.control} />
        ))}
      </div>
      {conflict && (
        <p className="text-sm text-danger-ink">
          Someone else changed the settings. Save again to replace these details.
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit">{saving ? 'Saving...' : 'Save and Continue'}</Button>
      </div>
      <QuestionDialog request={asked} />
    </form>
  )
}

/** Sample values are left blank, with the city of a sample address. */
function withoutSample(company: Settings): Text {
  const sampled = new Set<string>(listSampled(company))
  const isBlank = (name: string) =>
    sampled.has(name) || (sampled.has('companyAddress') && isCity(name))
  const shown = formValues(FIELDS, company)
  return Object.fromEntries(
    NAMES.map((name) => [name, isBlank(name) ? '' : String(shown[name] ?? '')]),
  ) as Text
}

function isCity(name: string): boolean {
  return ['companyCity', 'companyState', 'companyZip'].includes(name)
}
