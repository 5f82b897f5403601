import { useController } from 'react-hook-form'
import { FieldControl } from '#web/records/form/field-control.tsx'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import type { ChargesForm } from './use-charges-form.ts'

type RevenueFieldProps = { model: FieldsModel; charges: ChargesForm }

/** The typed revenue, or the sum of the charges. The "+" key splits a typed revenue into charges (SPEC C106). */
export function RevenueField({ model, charges }: RevenueFieldProps) {
  const field = model.fields.revenue
  if (!field) return null
  if (charges.rows.length) return <ChargedRevenue model={model} />
  return (
    <div
      onKeyDown={(event) => {
        if (event.key !== '+') return
        event.preventDefault()
        charges.add()
      }}
    >
      <FieldControl
        name="revenue"
        field={field}
        control={model.form.control}
        hint="Press + to split it into charges"
      />
    </div>
  )
}

function ChargedRevenue({ model: { form } }: { model: FieldsModel }) {
  const { field, fieldState } = useController({ name: 'revenue', control: form.control })
  return (
    <Labeled
      label="Revenue"
      name="revenue"
      error={fieldState.error?.message}
      hint="Comes from the charges"
      required
    >
      {(aria) => (
        <MoneyInput
          {...aria}
          ref={field.ref}
          readOnly
          adornment="$"
          className="bg-neutral-soft"
          value={String(field.value)}
          onChange={field.onChange}
        />
      )}
    </Labeled>
  )
}
