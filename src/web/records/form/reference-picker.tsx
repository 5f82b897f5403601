import { useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { Picker } from '#web/ui/inputs/picker.tsx'
import type { ControlInputProps } from './control-input.tsx'
import { useOptions } from './use-options.ts'

const NOTHING = { value: '', label: 'None' }

/** The last line of a picker: makes what is missing; hears what was typed into the search. */
export type Create = { label: string; onSelect: (typed: string) => void }

export type Link = {
  /** What the linked record is called; null or undefined: that is not known. */
  label: string | null | undefined
  onLabel: (label: string | null) => void
  create?: Create | undefined
}

/** Chooses a record of another entity by typing a part of its label (SPEC B26). */
export function ReferencePicker({ field, aria, link, ...bound }: ControlInputProps) {
  const { value, onChange } = bound
  const [typed, setTyped] = useState('')
  const to = getEntity(field.to ?? 'drivers')
  const { found, searching } = useOptions(to, typed)
  const label = value === '' ? NOTHING.label : (link?.label ?? 'Unknown')
  const current =
    value === '' || found.some((option) => option.value === value) ? [] : [{ value, label }]

  function choose(next: string) {
    const chosen = [...current, ...found].find((option) => option.value === next)
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
      options={typed === '' ? [NOTHING, ...current, ...found] : found}
      chosenLabel={label}
      // While the search is on its way, Enter must not make what is about to be found.
      action={typed !== '' && searching ? undefined : link?.create}
    />
  )
}
