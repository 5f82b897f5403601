import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entityNamed } from '#core/entities.ts'
import { columnsOf, type AnyRecord, type Entity } from '#core/entity.ts'
import { requestPage } from '#web/api/client.ts'
import { Picker } from '#web/ui/picker.tsx'
import type { ControlInputProps } from './control-input.tsx'
import { cellText, labelOf } from './format.ts'
import { usePaused } from './use-paused.ts'

const MOST_FOUND = '20'
const HINT_LENGTH = 24
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
  const to = entityNamed(field.to ?? 'drivers')
  const { found, searching } = useFound(to, typed)
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

/**
 * The first records that match. Until those of the latest letters are there, only what agrees with
 * them by name: Enter must never choose what an earlier search had found.
 */
export function useFound(to: Entity, typed: string) {
  const search = usePaused(typed.trim())
  const query = new URLSearchParams({
    limit: MOST_FOUND,
    sort: to.label,
    ...(search ? { search } : {}),
  })
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [to.name, 'picker', search],
    queryFn: () => requestPage<AnyRecord>(`/api/${to.name}?${query}`),
    placeholderData: keepPreviousData,
  })
  const searching = isFetching || search !== typed.trim()
  const options = (data?.rows ?? []).map((record) => optionOf(to, record))
  const agrees = ({ label }: { label: string }) =>
    label.toLowerCase().includes(typed.trim().toLowerCase())
  return { found: searching || isPlaceholderData ? options.filter(agrees) : options, searching }
}

/** Beside the label stands what the list's second column says: two drivers may share a name, not a phone. */
function optionOf(to: Entity, record: AnyRecord) {
  const [, second] = columnsOf(to)
  const hint = second ? cellText(to, second, record) : ''
  return { value: String(record.id), label: labelOf(to, record), hint: hint.slice(0, HINT_LENGTH) }
}
