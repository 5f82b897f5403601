import { Trash2 } from 'lucide-react'
import {
  type Control,
  Controller,
  type FieldPathByValue,
  useFieldArray,
  useFormState,
  useWatch,
} from 'react-hook-form'
import { RATE_PLACES } from '#core/decimals.ts'
import { companyFields } from '#core/settings/company.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useUnsaved } from '#web/ui/overlays/unsaved.ts'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { type CompanyText, type CompanyValues, DEDUCTION_NAMES } from './company-text.ts'
import { FormDialogs } from './form-dialogs.tsx'
import { type CompanyFormProps, useCompanyForm } from './use-company-form.ts'

/** The deductions of every new settlement (SPEC B30). Until the answer, fuel and insurance are proposals (SPEC C340). */
export function DefaultDeductions(props: CompanyFormProps) {
  const state = useCompanyForm(props, DEDUCTION_NAMES)
  const { form, submit, saving, opened } = state
  const { control } = form
  const hasCustom = useWatch({ control, name: 'customDeductions' }).length > 0
  useUnsaved(form.formState.isDirty, 'the default deductions')

  function takeNone() {
    form.setValue('fuelDeductionValue', '0.00', { shouldDirty: true })
    form.setValue('insuranceDeductionValue', '0.00', { shouldDirty: true })
    void submit()
  }

  return (
    <form
      noValidate
      className="grid gap-3 border-b border-line pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={saveByKeys}
    >
      {!opened.deductionsAnswered && (
        <p className="text-sm font-medium">
          Fuel and insurance are proposals: settlements don’t take them until you choose.
        </p>
      )}
      <DeductionInput
        control={control}
        label="Fuel"
        type="fuelDeductionType"
        value="fuelDeductionValue"
      />
      <DeductionInput
        control={control}
        label="Insurance"
        type="insuranceDeductionType"
        value="insuranceDeductionValue"
      />
      <CustomDeductions control={control} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {opened.deductionsAnswered ? (
          <Button type="submit">{saving ? 'Saving...' : 'Save Deductions'}</Button>
        ) : (
          <>
            <Button type="submit">{saving ? 'Saving...' : 'Use These'}</Button>
            <Button variant="secondary" onClick={takeNone}>
              {hasCustom ? 'Custom Only' : 'Deduct None'}
            </Button>
          </>
        )}
      </div>
      <FormDialogs state={state} />
    </form>
  )
}

/**
 * The company's custom default deductions; a settlement puts their total into "Other" (SPEC B30). They come from older settings or
 * the API: a recurring deduction does what they do, and more.
 */
function CustomDeductions({ control }: { control: CompanyControl }) {
  const { fields, remove } = useFieldArray({ control, name: 'customDeductions' })
  const { errors } = useFormState({ control, name: 'customDeductions' })
  const message = errors.customDeductions?.root?.message ?? errors.customDeductions?.message
  if (fields.length === 0) return null
  return (
    <div className="grid gap-3">
      {fields.map((field, index) => (
        <CustomDeductionRow
          key={field.id}
          control={control}
          index={index}
          onRemove={() => remove(index)}
        />
      ))}
      {message && <p className="text-xs font-medium text-danger-ink">{message}</p>}
    </div>
  )
}

type CustomDeductionRowProps = { control: CompanyControl; index: number; onRemove: () => void }

function CustomDeductionRow({ control, index, onRemove }: CustomDeductionRowProps) {
  const path = `customDeductions.${index}` as const
  const name = useWatch({ control, name: `${path}.name` }).trim() || `deduction ${index + 1}`
  return (
    <div role="group" aria-label={name} className="grid gap-3 rounded-md border border-line p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <Controller
            name={`${path}.name`}
            control={control}
            render={({ field, fieldState }) => (
              <Labeled label="Name" name={field.name} error={fieldState.error?.message} required>
                {(aria) => <TextInput {...aria} {...field} />}
              </Labeled>
            )}
          />
        </div>
        <div className="pt-6">
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </div>
      </div>
      <DeductionInput
        control={control}
        label="Custom"
        type={`${path}.type`}
        value={`${path}.value`}
      />
    </div>
  )
}

type CompanyControl = Control<CompanyText, unknown, CompanyValues>

type TextPath = FieldPathByValue<CompanyText, string>

type DeductionInputProps = {
  control: CompanyControl
  label: string
  /** The names of the deduction's two fields. */
  type: TextPath
  value: TextPath
}

const TYPES = companyFields.fuelDeductionType.options ?? []

/** A deduction's type and value: a percentage of revenue, or dollars. */
function DeductionInput({ control, label, type, value }: DeductionInputProps) {
  const percentage = useWatch({ control, name: type }) === 'percentage'
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Controller
        name={type}
        control={control}
        render={({ field, fieldState }) => (
          <Labeled label={`${label} Deduction`} name={type} error={fieldState.error?.message}>
            {(aria) => <Select {...aria} {...field} value={String(field.value)} options={TYPES} />}
          </Labeled>
        )}
      />
      <Controller
        name={value}
        control={control}
        render={({ field, fieldState }) => (
          <Labeled
            label={percentage ? `${label} Percent` : `${label} Amount`}
            name={value}
            error={fieldState.error?.message}
          >
            {(aria) => (
              <MoneyInput
                {...aria}
                {...field}
                value={String(field.value)}
                adornment={percentage ? '%' : '$'}
                places={percentage ? RATE_PLACES : undefined}
              />
            )}
          </Labeled>
        )}
      />
    </div>
  )
}
