import { Controller } from 'react-hook-form'
import { readTypedAmount } from '#core/money.ts'
import { settlementFields, type ExpenseCategory } from '#core/settlements/settlement.ts'
import { isFrozen } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'

/** Shows where a default amount comes from, until another amount is typed (SPEC B30). */
export function ExpenseInput({ category }: { category: ExpenseCategory }) {
  const { loaded, form, saving } = useSettlement()
  return (
    <Controller
      name={category}
      control={form.control}
      render={({ field, fieldState }) => (
        <Labeled
          label={settlementFields[category].label}
          name={category}
          error={fieldState.error?.message}
          hint={
            readTypedAmount(field.value) === loaded?.start[category]
              ? loaded?.defaults[category]
              : undefined
          }
        >
          {(aria) => (
            <MoneyInput
              {...aria}
              {...field}
              disabled={!loaded}
              readOnly={saving || isFrozen(loaded)}
              adornment="$"
            />
          )}
        </Labeled>
      )}
    />
  )
}
