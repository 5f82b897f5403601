import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { entityNamed } from '#core/entities.ts'
import type { AnyRecord } from '#core/entity.ts'
import type { EntityName } from '#core/fields.ts'
import { requestPage } from '#web/api/client.ts'
import { Picker } from '#web/ui/picker.tsx'
import type { ControlInputProps } from './control-input.tsx'

const MOST_FOUND = '20'

/** Chooses a record of another entity by typing a part of its label (SPEC B26). */
export function ReferencePicker(props: ControlInputProps) {
  const { field, name, value, onChange, onBlur, inputRef, aria, linkedLabel, create } = props
  const [search, setSearch] = useState('')
  const to = field.to ?? 'drivers'
  const found = useFound(to, useDeferredValue(search))
  const [chosen, setChosen] = useState({ value, label: linkedLabel ?? '' })
  const options = found.options.filter((option) => option.value !== chosen.value)
  const current = chosen.value && !search ? [chosen] : []

  function choose(next: string) {
    const label = found.options.find((option) => option.value === next)?.label
    setChosen({ value: next, label: label ?? chosen.label })
    onChange(next)
  }

  return (
    <Picker
      {...aria}
      ref={inputRef}
      name={name}
      value={value}
      onChange={choose}
      onBlur={onBlur}
      onSearch={setSearch}
      loading={found.loading}
      placeholder="None"
      options={[...(search ? [] : [{ value: '', label: 'None' }]), ...current, ...options]}
      chosenLabel={labelFor(value, chosen, found.options)}
      action={create}
    />
  )
}

type Found = { value: string; label: string }

/** The label of what is chosen, also while the search shows other records. */
function labelFor(value: string, chosen: Found, options: Found[]): string {
  if (value === '') return 'None'
  if (chosen.value === value && chosen.label) return chosen.label
  return options.find((option) => option.value === value)?.label ?? 'Unknown'
}

function useFound(to: EntityName, search: string): { options: Found[]; loading: boolean } {
  const { label } = entityNamed(to)
  const query = new URLSearchParams({ limit: MOST_FOUND, sort: label, ...(search ? { search } : {}) })
  const { data, isFetching } = useQuery({
    queryKey: [to, 'picker', search],
    queryFn: () => requestPage<AnyRecord>(`/api/${to}?${query}`),
    placeholderData: keepPreviousData,
  })
  const rows = data?.rows ?? []
  return {
    options: rows.map((row) => ({ value: String(row.id), label: String(row[label]) })),
    loading: isFetching,
  }
}
