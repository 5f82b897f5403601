import type { ComponentProps } from 'react'
import { selectZero } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { tidyQuantity } from './form-text.ts'

type QuantityInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
  unit: string
  /** What empty text becomes. */
  blank: string
  /** The most decimals, if more than two. */
  places?: number | undefined
}

/** Miles or pounds with their unit, tidied on blur (SPEC A5). */
export function QuantityInput({
  value,
  onChange,
  onBlur,
  unit,
  blank,
  places,
  ...rest
}: QuantityInputProps) {
  return (
    <div className="relative">
      <TextInput
        {...rest}
        inputMode="decimal"
        onFocus={selectZero}
        onClick={selectZero}
        className="pr-10 text-right tabular-nums"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={(event) => {
          const tidied = tidyQuantity(value, blank, places)
          if (tidied !== value) onChange(tidied)
          onBlur?.(event)
        }}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-sm text-muted"
      >
        {unit}
      </span>
    </div>
  )
}
