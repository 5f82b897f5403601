import { useState } from 'react'
import { settlementFields } from '#core/settlements/settlement.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { useRecord, useRecords } from '#web/api/queries.ts'
import { useDebounced } from '#web/records/list/use-debounced.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Picker } from '#web/ui/inputs/picker.tsx'

const MOST_FOUND = 50

type TruckPickerProps = { truckId: number | null; onChange: (truckId: number | null) => void }

/** Chooses a truck by typing a part of its number, make or model (SPEC B26). */
export function TruckPicker({ truckId, onChange }: TruckPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const found = useRecords('trucks', {
    limit: String(MOST_FOUND),
    sort: 'truckId',
    ...(search && { search }),
  })
  const chosen = useRecord('trucks', truckId)
  const searching = found.isFetching || search !== typed.trim()
  const rows = found.data?.rows ?? []
  // Enter must not choose what an earlier search had found.
  const options = searching ? rows.filter((truck) => agrees(truck, typed)) : rows

  return (
    <Labeled
      label={settlementFields.truckId.label}
      name="truckId"
      error={pickerError(truckId !== null && chosen.isError, found.isError)}
      hint={pickerHint(found.data?.total, rows.length, search)}
    >
      {(aria) => (
        <Picker
          {...aria}
          name="truckId"
          placeholder="Select truck"
          value={truckId === null ? '' : String(truckId)}
          chosenLabel={truckId === null ? undefined : truckName(chosen.data)}
          onChange={(value) => onceClosed(() => onChange(value === '' ? null : Number(value)))}
          onSearch={setTyped}
          loading={searching}
          options={options.map((truck) => ({
            value: String(truck.id),
            label: String(truck.truckId),
            hint: truckMake(truck),
          }))}
        />
      )}
    </Labeled>
  )
}

/** The list gives the focus back as it closes: a question asked before that would give it back to nothing. */
function onceClosed(act: () => void): void {
  setTimeout(() => setTimeout(act))
}

function agrees(truck: AnyRecord, typed: string): boolean {
  return `${truck.truckId} ${truckMake(truck)}`.toLowerCase().includes(typed.trim().toLowerCase())
}

function truckName(truck: AnyRecord | undefined): string | undefined {
  return truck && [truck.truckId, truckMake(truck)].filter(Boolean).join(' · ')
}

function truckMake(truck: AnyRecord): string {
  return [truck.year || '', truck.make, truck.model].join(' ').trim()
}

function pickerHint(total: number | undefined, listed: number, search: string): string | undefined {
  if (total === 0 && search === '')
    return 'There is no truck yet. Add one on the Trucks screen first.'
  const more = total !== undefined && total > listed
  return more ? `The first ${MOST_FOUND} are listed. Type to find the others.` : undefined
}

function pickerError(notThere: boolean, notListed: boolean): string | undefined {
  if (notThere) return 'This truck was not found'
  return notListed ? 'The trucks could not be read' : undefined
}
