import type { Ref } from 'react'
import type { Field } from '#core/fields.ts'
import { DayInput } from '#web/ui/day-input.tsx'
import type { Aria } from '#web/ui/labelled.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea, TextInput } from '#web/ui/text-input.tsx'
import { ReferencePicker } from './reference-picker.tsx'

export type ControlInputProps = {
  field: Field
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  inputRef: Ref<never>
  aria: Aria
  linkedLabel?: string | null | undefined
  create?: { label: string; onSelect: (typed: string) => void } | undefined
}

const TEXT_INPUTS: Partial<Record<Field['control'], { type: string; maxLength?: number }>> = {
  text: { type: 'text' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  state: { type: 'text', maxLength: 2 },
}

/** The input for a field's kind. All hold text; what is stored is read from it by the field's schema. */
export function ControlInput(props: ControlInputProps) {
  const { field, name, value, onChange, onBlur, inputRef, aria } = props
  const shared = { ...aria, name, value, onBlur, ref: inputRef }
  if (field.control === 'lines') {
    return <TextArea {...shared} rows={3} onChange={(event) => onChange(event.target.value)} />
  }
  if (field.control === 'choice' || field.control === 'weekday') {
    return <Select {...shared} onChange={onChange} options={field.options ?? []} />
  }
  if (field.control === 'day') return <DayInput {...shared} onChange={onChange} />
  if (field.control === 'money') return <MoneyInput {...shared} onChange={onChange} adornment="$" />
  if (field.control === 'quantity') {
    const zeroed = () => {
      if (value.trim() === '') onChange('0')
      onBlur()
    }
    return <MoneyInput {...shared} onChange={onChange} onBlur={zeroed} />
  }
  if (field.control === 'reference') return <ReferencePicker {...props} />
  if (field.control === 'year') return <YearInput {...props} />
  return (
    <TextInput
      {...shared}
      {...TEXT_INPUTS[field.control]}
      onChange={(event) => onChange(cased(field, event.target.value))}
    />
  )
}

/** SPEC A5: what cannot be read as a number is 0. */
function YearInput({ aria, name, value, onChange, onBlur, inputRef }: ControlInputProps) {
  function leave() {
    if (!/^\s*\d{1,4}\s*$/.test(value)) onChange('0')
    onBlur()
  }
  return (
    <TextInput
      {...aria}
      ref={inputRef}
      name={name}
      inputMode="numeric"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={leave}
    />
  )
}

/** SPEC A5: states are forced to upper case. */
function cased({ control }: Field, typed: string): string {
  return control === 'state' ? typed.toUpperCase() : typed
}
