import { CustomDeductions } from './custom-deductions.tsx'
import { DeductionInput, type CompanyControl } from './deduction-input.tsx'

/** What every new settlement starts from (SPEC B30). */
export function DefaultDeductions({ control }: { control: CompanyControl }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">Default Deductions</legend>
      <p className="text-sm text-muted">
        Every new settlement starts from these; they can be changed there.
      </p>
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
    </fieldset>
  )
}
