import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { DeductionInput, type CompanyControl } from './deduction-input.tsx'

const BLANK = { name: '', type: 'fixed', value: '0.00' } as const

/** The company's own default deductions; a settlement puts their total into "Other" (SPEC B30). */
export function CustomDeductions({ control }: { control: CompanyControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'customDeductions' })
  const { errors } = useFormState({ control, name: 'customDeductions' })
  const message = errors.customDeductions?.root?.message ?? errors.customDeductions?.message
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
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => append(BLANK, { focusName: `customDeductions.${fields.length}.name` })}
      >
        <Plus aria-hidden className="size-4" />
        Add Deduction
      </Button>
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
