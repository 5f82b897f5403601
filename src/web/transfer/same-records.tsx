import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { pluralize } from '#core/pluralize.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import { requestPage } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Picker } from '#web/ui/inputs/picker.tsx'
import type { ImportChoices } from './import-choices.ts'

type SameRecordsProps = {
  result: ImportCheck
  choices: ImportChoices
  onChoose: (choices: Partial<ImportChoices>) => void
}

/** A name of the file and the stored record that it means, or probably means. */
type Name = { entity: EntityName; name: string; id?: number; label?: string; probable?: Probable }
type Probable = { id: number; label: string }

type Answer = { entity: EntityName; name: string; id: number | 'new' }

/** More names than these are rarely in another spelling; the others can be created. */
const MOST_SHOWN = 30

/** Asks which stored records the unknown names of a file mean, before they are created (SPEC C435). */
export function SameRecords({ result, choices, onChoose }: SameRecordsProps) {
  const names = listNames(result)
  if (!names.length) return null
  const likely = names.filter(({ id, probable }) => id !== undefined || probable)
  const others = names.filter((one) => !likely.includes(one))
  const suggested = names.flatMap(({ entity, name, probable }) =>
    probable ? [{ entity, name, id: probable.id }] : [],
  )

  function choose(answers: readonly Answer[]) {
    const same = { ...choices.same }
    for (const { entity, name, id } of answers) same[entity] = { ...same[entity], [name]: id }
    const created = answers.flatMap(({ entity, id }) => (id === 'new' ? [entity] : []))
    onChoose({ same, create: [...new Set([...choices.create, ...created])] })
  }

  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Same as…</h3>
      <p className="text-sm text-muted">
        If a name in the file is a record of Haulbook in another spelling, choose the record. It is
        remembered for the next file.
      </p>
      {suggested.length > 0 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => choose(suggested)}
        >
          {`Use the ${pluralize(suggested.length, 'suggested record')}`}
        </Button>
      )}
      <NameList names={likely} choices={choices} onChoose={choose} />
      {others.length > 0 && (
        <details className="text-sm">
          <summary className="hit-area cursor-pointer text-accent-strong">
            {`${pluralize(others.length, 'name')} without a suggestion`}
          </summary>
          <NameList names={others} choices={choices} onChoose={choose} />
        </details>
      )}
    </section>
  )
}

type NameListProps = {
  names: readonly Name[]
  choices: ImportChoices
  onChoose: (answers: readonly Answer[]) => void
}

function NameList({ names, choices, onChoose }: NameListProps) {
  if (!names.length) return null
  return (
    <ul className="grid gap-x-6 sm:grid-cols-2">
      {names.map((one) => (
        <li
          key={`${one.entity} ${one.name}`}
          className="grid grid-cols-2 items-center gap-3 border-t border-line py-2"
        >
          <p className="min-w-0 text-sm wrap-anywhere">
            <span className="font-medium">“{one.name}”</span>{' '}
            <span className="text-muted">{getEntity(one.entity).singular}</span>
          </p>
          <SamePicker
            {...one}
            chosen={choices.same[one.entity]?.[one.name]}
            onChoose={(id) => onChoose([{ entity: one.entity, name: one.name, id }])}
          />
        </li>
      ))}
    </ul>
  )
}

/** The names with an answer or a suggestion first. */
function listNames({ missing, sameNames }: ImportCheck): Name[] {
  const unknown = missing.flatMap(({ entity, names, suggested }) =>
    names.map((name): Name => {
      const probable = suggested.find((one) => one.name === name)
      return probable ? { entity, name, probable } : { entity, name }
    }),
  )
  const open = unknown.toSorted((a, b) => Number(Boolean(b.probable)) - Number(Boolean(a.probable)))
  return [...sameNames, ...open].slice(0, MOST_SHOWN)
}

type SamePickerProps = Name & {
  chosen: number | 'new' | undefined
  onChoose: (id: number | 'new') => void
}

function SamePicker({ entity, name, id, label, probable, chosen, onChoose }: SamePickerProps) {
  const { singular } = getEntity(entity)
  const [typed, setTyped] = useState('')
  const { found, isFetching } = useRecords(entity, typed)
  const create = { value: 'new', label: `New ${singular.toLowerCase()}` }
  const first = probable ? [{ value: String(probable.id), label: probable.label }] : []
  const others = found.filter(({ value }) => value !== first[0]?.value)
  const value = id === undefined ? String(chosen ?? '') : String(id)
  return (
    <Picker
      aria-label={`Same as for ${singular.toLowerCase()} ${name}`}
      value={value}
      chosenLabel={label ?? (chosen === 'new' ? create.label : undefined)}
      placeholder={probable ? `Same as ${probable.label}?` : 'Same as…'}
      options={typed === '' ? [...first, create, ...others] : others}
      loading={isFetching}
      onSearch={setTyped}
      onChange={(next) => onChoose(next === 'new' ? next : Number(next))}
    />
  )
}

/** The first records of the search. */
function useRecords(entity: EntityName, typed: string) {
  const { label } = getEntity(entity)
  const query = new URLSearchParams({ limit: '20', sort: label, ...(typed && { search: typed }) })
  const { data, isFetching } = useQuery({
    queryKey: [entity, 'same as', query.toString()],
    queryFn: () => requestPage<AnyRecord>(`/api/${entity}?${query}`),
    placeholderData: keepPreviousData,
  })
  const found = (data?.rows ?? []).map((record) => ({
    value: String(record.id),
    label: String(record[label]),
  }))
  return { found, isFetching }
}
