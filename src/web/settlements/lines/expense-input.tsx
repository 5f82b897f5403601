import { Controller, type Control } from 'react-hook-form'
import { readTypedAmount } from '#core/money.ts'
import { settlementFields, type ExpenseCategory } from '#core/settlements/settlement.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import type { Draft, SettlementValues } from './draft.ts'

export type SettlementControl = Control<Draft, unknown, SettlementValues>

type ExpenseInputProps = {
  category: ExpenseCategory
  control: SettlementControl
  disabled: boolean
  readOnly: boolean
  /** What it started from, and where that came from: said until another amount is typed (SPEC B30). */
  start: string
  note: string | undefined
}

export function ExpenseInput({ category, control, start, note, ...rest }: ExpenseInputProps) {
  return (
    <Controller
      name={category}
      control={control}
      render={({ field, fieldState }) => (
        <Labeled
          label={settlementFields[category].label}
          name={category}
          error={fieldState.error?.message}
          hint={readTypedAmount(field.value) === start ? note : undefined}
        >
          {(aria) => <MoneyInput {...aria} {...rest} {...field} adornment="$" />}
        </Labeled>
      )}
    />
  )
}
