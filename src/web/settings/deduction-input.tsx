import { Controller, useWatch, type Control, type FieldPathByValue } from 'react-hook-form'
import { RATE_PLACES } from '#core/decimals.ts'
import { companyFields } from '#core/settings/company.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import type { CompanyText, CompanyValues } from './company-text.ts'

export type CompanyControl = Control<CompanyText, unknown, CompanyValues>

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
export function DeductionInput({ control, label, type, value }: DeductionInputProps) {
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
