import { useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { Picker } from '#web/ui/inputs/picker.tsx'
import type { ControlInputProps } from './control.ts'
import { useOptions } from './use-options.ts'

const NONE = { value: '', label: 'None' }

/** Chooses a record of another entity by typing part of its label (SPEC B26). */
export function ReferencePicker({ field, aria, link, ...bound }: ControlInputProps) {
  const { value, onChange } = bound
  const [typed, setTyped] = useState('')
  const { options, searching } = useOptions(
    getEntity(field.to ?? 'drivers'),
    typed,
    field.withInactive,
  )
  const label = value === '' ? (link?.empty ?? NONE.label) : (link?.label ?? 'Unknown')
  const isListed = value === '' || options.some((option) => option.value === value)
  const current = isListed ? [] : [{ value, label }]

  function choose(next: string) {
    const chosen = [...current, ...options].find((option) => option.value === next)
    link?.onLabel(chosen?.label ?? null)
    onChange(next)
  }

  return (
    <Picker
      {...aria}
      {...bound}
      onChange={choose}
      onSearch={setTyped}
      loading={searching}
      placeholder={`Choose ${field.label.toLowerCase()}`}
      options={typed === '' ? [NONE, ...current, ...options] : options}
      chosenLabel={label}
      // While a search is running, Enter must not add a record that the search is about to find.
      action={typed !== '' && searching ? undefined : link?.create}
    />
  )
}
