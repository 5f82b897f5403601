import { queryOptions, useQuery } from '@tanstack/react-query'
import { billingSettingsFields, type SavedBillingSettings } from '#core/invoices/settings.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { type RecordValues, useRecordForm } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { Query } from '#web/ui/query.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'

/**
 * How the account bills its brokers: terms, numbers, remit-to, note (SPEC C166). A save elsewhere must not replace what is
 * typed here, so the form has no key.
 */
export function InvoiceSettingsCard() {
  const query = useQuery(billingSettingsQuery)
  return (
    <Card
      title="Invoices"
      description="Terms, numbers and what every invoice prints. Approved invoices stay as they are."
    >
      <Query of={query} skeleton="h-64">
        {(settings) => <InvoiceSettingsForm settings={settings} />}
      </Query>
    </Card>
  )
}

const ENTITY = { name: 'billing-settings', fields: billingSettingsFields }
const NAMES = Object.keys(billingSettingsFields)
const CONFLICT =
  'Someone else saved these settings. Yours are not saved yet: check them and save again.'

/** Keeps what was typed after a failure, and after a save by someone else. */
function InvoiceSettingsForm({ settings }: { settings: SavedBillingSettings }) {
  const model = useRecordForm(ENTITY, { ...settings, id: 1 })
  const { form, base, resetTo } = model
  useUnsaved(form.formState.isDirty, 'the invoice settings')
  // What was typed before a colleague's first approval fixed it is not sent.
  const fixed = settings.lastNumber === null ? {} : { firstNumber: settings.firstNumber }
  const { run, busy } = useAction({
    send: (values: RecordValues) =>
      saveBillingSettings({ ...values, ...fixed }, base?.version ?? 0),
    done: 'Invoice settings saved',
    failed: 'Failed to save invoice settings',
    onConflict(current: SavedBillingSettings) {
      const typed = form.getValues()
      resetTo({ ...current, id: 1 })
      for (const name of NAMES) form.setValue(name, typed[name] ?? '', { shouldDirty: true })
      return CONFLICT
    },
    onFields: showErrors,
    onDone(saved) {
      resetTo({ ...saved, id: 1 })
      queryClient.setQueryData(billingSettingsQuery.queryKey, saved)
    },
    refetch: 'nothing',
  })

  function showErrors(fields: Record<string, string[]>) {
    const found = NAMES.filter((name) => fields[name])
    for (const name of found) form.setError(name, { message: fields[name]?.join('. ') ?? '' })
    if (found[0]) form.setFocus(found[0])
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onKeyDown={saveByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        void form.handleSubmit(
          (values) => run(values),
          (errors) => {
            const first = NAMES.find((name) => errors[name])
            if (first) form.setFocus(first)
          },
        )()
      }}
    >
      <FieldGrid
        model={model}
        names={NAMES}
        {...(settings.lastNumber === null
          ? {}
          : {
              replace: {
                firstNumber: <FixedNumber {...settings} lastNumber={settings.lastNumber} />,
              },
            })}
      />
      <div className="border-t border-line pt-4">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving...' : 'Save Invoice Settings'}
        </Button>
      </div>
    </form>
  )
}

type FixedNumberProps = { firstNumber: number | null; lastNumber: number }

/** The number that the sequence began with. It is fixed, and says why (SPEC C344). */
function FixedNumber({ firstNumber, lastNumber }: FixedNumberProps) {
  const hint = `Fixed since the first approval. The last number is ${lastNumber}, the next ${lastNumber + 1}.`
  return (
    <Labeled label={billingSettingsFields.firstNumber.label} name="firstNumber" hint={hint}>
      {(aria) => <TextInput {...aria} className="text-muted" readOnly value={firstNumber ?? ''} />}
    </Labeled>
  )
}

const PATH = '/api/invoice-settings'

const billingSettingsQuery = queryOptions({
  queryKey: ['billing-settings'],
  queryFn: () => request<SavedBillingSettings>('GET', PATH),
})

/** Replaces only the version that the form was opened with (SPEC B22). */
function saveBillingSettings(values: object, version: number) {
  return request<SavedBillingSettings>('PUT', PATH, {
    body: values,
    headers: { 'If-Match': `"${version}"` },
  })
}
