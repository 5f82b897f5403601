import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { DEDUCTION_NAMES } from './company-text.ts'
import { CustomDeductions } from './custom-deductions.tsx'
import { DeductionInput } from './deduction-input.tsx'
import { FormDialogs } from './form-dialogs.tsx'
import { useCompanyForm, type CompanyFormProps } from './use-company-form.ts'

/** The deductions of every new settlement (SPEC B30). Until the answer, fuel and insurance are proposals (SPEC C340). */
export function DefaultDeductions(props: CompanyFormProps) {
  const state = useCompanyForm(props, DEDUCTION_NAMES)
  const { form, submit, saving, opened } = state
  const { control } = form
  const { isDirty } = form.formState
  const hasCustom = useWatch({ control, name: 'customDeductions' }).length > 0
  const { onChanged } = props
  useEffect(() => onChanged(isDirty), [isDirty, onChanged])

  function takeNone() {
    form.setValue('fuelDeductionValue', '0.00', { shouldDirty: true })
    form.setValue('insuranceDeductionValue', '0.00', { shouldDirty: true })
    void submit()
  }

  return (
    <Card
      title="Default Deductions"
      description={
        opened.deductionsAnswered
          ? 'Added to every new settlement; you can edit them there.'
          : 'Fuel and insurance are proposals: settlements don’t take them until you choose.'
      }
    >
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={saveByKeys}
      >
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
    </Card>
  )
}
