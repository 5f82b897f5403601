import type { ComponentProps } from 'react'
import type { Control, Field } from '#core/fields/field.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { MoneyInput, selectZero } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextArea, TextInput } from '#web/ui/inputs/text-input.tsx'
import type { ControlInputProps } from './control.ts'
import { blankText, tidyQuantity, tidyYear } from './form-text.ts'
import { ReferencePicker } from './reference-picker.tsx'

/** The input for a field's kind. Every input holds text; the field's schema turns it into the stored value. */
export function ControlInput({ field, aria, link, ...bound }: ControlInputProps) {
  const { value, onChange, onBlur } = bound
  const shared = { ...aria, ...bound }
  switch (field.control) {
    case 'reference':
      return <ReferencePicker {...bound} field={field} aria={aria} link={link} />
    case 'day':
      return <DayInput {...shared} />
    case 'money':
      return <MoneyInput {...shared} adornment={field.unit ?? '$'} places={field.places} />
    case 'quantity':
      return (
        <QuantityInput
          {...shared}
          unit={field.unit ?? ''}
          blank={blankText(field)}
          places={field.places}
        />
      )
    case 'choice':
    case 'weekday':
      return <Select {...shared} options={field.options ?? []} />
    case 'lines':
      return <TextArea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />
    case 'year':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            if (tidyYear(value) !== value) onChange(tidyYear(value))
            onBlur()
          }}
        />
      )
    default:
      return (
        <TextInput
          {...shared}
          {...INPUT_PROPS[field.control]}
          onChange={(event) => onChange(applyCase(field, event.target.value))}
        />
      )
  }
}

/** Attributes that set a phone's keyboard and the maximum length. */
const INPUT_PROPS: Partial<Record<Control, ComponentProps<'input'>>> = {
  email: { type: 'email' },
  emails: { inputMode: 'email', autoCapitalize: 'none', autoComplete: 'off' },
  phone: { type: 'tel' },
  count: { inputMode: 'numeric' },
  state: { maxLength: 2, autoCapitalize: 'characters' },
}

/** SPEC A5: states are forced to upper case. */
function applyCase({ control }: Field, typed: string): string {
  return control === 'state' ? typed.toUpperCase() : typed
}

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
function QuantityInput({
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
