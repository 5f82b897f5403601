import { Controller, useWatch } from 'react-hook-form'
import { readTypedAmount } from '#core/money.ts'
import { isFrozen } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'

/**
 * The reason for the amount typed for "other" (SPEC C19). Shown once an amount is typed, and while there is a manual entry.
 */
export function ReasonInput() {
  const { loaded, lines, form, saving } = useSettlement()
  const typed = useWatch({ control: form.control, name: 'other' })
  const entry = lines.find(({ kind, category }) => kind === 'plain' && category === 'other')
  const isTyped = readTypedAmount(typed) !== readTypedAmount(loaded?.start.other ?? '')
  if (!loaded || (!entry && !isTyped)) return null
  return (
    <div className="mt-2">
      <Controller
        name="otherReason"
        control={form.control}
        render={({ field, fieldState }) => (
          <Labeled
            label="Reason for Other"
            name="otherReason"
            error={fieldState.error?.message}
            hint="Printed on the statement. Required before approval."
          >
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                maxLength={200}
                readOnly={saving || isFrozen(loaded)}
              />
            )}
          </Labeled>
        )}
      />
    </div>
  )
}
