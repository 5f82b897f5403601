import { CustomDeductions } from './custom-deductions.tsx'
import { DeductionInput, type CompanyControl } from './deduction-input.tsx'

/** The deductions of every new settlement (SPEC B30). */
export function DefaultDeductions({ control }: { control: CompanyControl }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">Default Deductions</legend>
      <p className="text-sm text-muted">Added to every new settlement; you can edit them there.</p>
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
