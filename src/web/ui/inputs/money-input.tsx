import { useLayoutEffect, useRef, useState, type ComponentProps, type SyntheticEvent } from 'react'
import { groupTyped, readTypedAmount } from '#core/money.ts'
import { classes } from '#web/ui/classes.ts'
import { TextInput } from './text-input.tsx'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  value: string
  onChange: (value: string) => void
  /** "$" stands before the amount, "%" behind it. */
  adornment?: string
  /** The most decimals, if more than two. */
  places?: number | undefined
}

/** An amount. "$1234.5" becomes "1,234.50" on blur; unreadable text stays (SPEC B14). The value has no commas. */
export function MoneyInput({
  value,
  onChange,
  onBlur,
  adornment,
  places,
  className,
  ...rest
}: MoneyInputProps) {
  const { text, type, edit, leave } = useGroupedText(value)
  const isBehind = adornment === '%'
  return (
    <div className="relative">
      {adornment && (
        <span
          aria-hidden
          className={classes(
            'pointer-events-none absolute inset-y-0 grid place-items-center text-sm text-muted',
            isBehind ? 'right-3' : 'left-3',
          )}
        >
          {adornment}
        </span>
      )}
      <TextInput
        {...rest}
        inputMode="decimal"
        autoComplete="off"
        onFocus={(event) => {
          if (rest.readOnly) return
          selectZero(event)
          edit(event)
        }}
        onClick={selectZero}
        className={classes(
          'text-right tabular-nums',
          adornment && (isBehind ? 'pr-9' : 'pl-7'),
          className,
        )}
        value={text}
        onChange={(event) => {
          type(event.target.value)
          onChange(event.target.value)
        }}
        onBlur={(event) => {
          leave()
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

/** The text of the input: "1,126.65" at rest, "1126.65" while it is edited. */
function useGroupedText(value: string) {
  const [typed, setTyped] = useState<string>()
  const toSelect = useRef<HTMLInputElement>(null)

  // The Tab key selects the whole text, but replacing the text removes the selection: select it again.
  useLayoutEffect(() => {
    toSelect.current?.select()
    toSelect.current = null
  }, [typed])

  return {
    text: typed ?? groupTyped(value),
    type: setTyped,
    edit({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
      const isSelected = input.selectionEnd !== 0 && input.selectionStart === 0
      if (isSelected && input.selectionEnd === input.value.length) toSelect.current = input
      setTyped(value)
    },
    leave: () => setTyped(undefined),
  }
}
