import type { ComponentProps, SyntheticEvent } from 'react'
import { readTypedAmount } from '#core/money.ts'
import { classes } from '#web/ui/classes.ts'
import { TextInput } from './text-input.tsx'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  value: string
  onChange: (value: string) => void
  /** Shown before the amount: "$". */
  adornment?: string
  /** The most decimals, if more than two. */
  places?: number | undefined
}

/** An amount. "$1,234.5" becomes "1234.50" on blur; unreadable text stays (SPEC B14). */
export function MoneyInput({
  value,
  onChange,
  onBlur,
  adornment,
  places,
  className,
  ...rest
}: MoneyInputProps) {
  return (
    <div className="relative">
      {adornment && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-sm text-muted"
        >
          {adornment}
        </span>
      )}
      <TextInput
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        onFocus={selectZero}
        onClick={selectZero}
        className={classes('text-right tabular-nums', adornment && 'pl-7', className)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={(event) => {
          const tidied = readTypedAmount(value, places)
          if (tidied !== null && tidied !== value) onChange(tidied)
          onBlur?.(event)
        }}
      />
    </div>
  )
}

/** Selects a zero so that typing replaces it: with the caret before it, a typed 12 would become 120. */
export function selectZero({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  if (/^0(\.0*)?$/.test(currentTarget.value)) currentTarget.select()
}
