import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { readTypedAmount } from '#core/money.ts'
import { settlementFields, type ExpenseCategory } from '#core/settlements/settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'

/** The input of an unused category is shorter and looks like text until it is used. */
const FOLDED =
  'pointer-fine:group-data-unused/category:h-7 group-data-unused/category:not-focus:not-hover:border-transparent group-data-unused/category:not-focus:bg-transparent group-data-unused/category:not-focus:text-muted'

/** `extra`: shown after the label. */
type ExpenseInputProps = { category: ExpenseCategory; extra: ReactNode }

/** Shows where a default amount comes from, until another amount is typed (SPEC B30). */
export function ExpenseInput({ category, extra }: ExpenseInputProps) {
  const { loaded, form, saving } = useSettlement()
  return (
    <Controller
      name={category}
      control={form.control}
      render={({ field, fieldState }) => (
        <Labeled
          label={settlementFields[category].label}
          name={category}
          inline={{ extra }}
          error={fieldState.error?.message}
          hint={
            readTypedAmount(field.value) === loaded?.start[category]
              ? loaded?.defaults[category]
              : undefined
          }
        >
          {(aria) => (
            <div className="w-36">
              <MoneyInput
                {...aria}
                {...field}
                disabled={!loaded}
                readOnly={saving}
                adornment="$"
                className={FOLDED}
              />
            </div>
          )}
        </Labeled>
      )}
    />
  )
}
