import { useState } from 'react'
import { settlementFields } from '#core/settlements/settlement.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { useRecord, useRecords } from '#web/api/queries.ts'
import { useDebounced } from '#web/records/list/use-debounced.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Picker } from '#web/ui/inputs/picker.tsx'
import { useSettlement } from './use-settlement.ts'

const MAX_LISTED = 50

/** Finds a truck by a part of its number, make or model (SPEC B26). */
export function TruckPicker() {
  const { parameters, choose } = useSettlement()
  const { truckId } = parameters
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const trucks = useRecords('trucks', {
    limit: String(MAX_LISTED),
    sort: 'truckId',
    ...(search && { search }),
  })
  const chosen = useRecord('trucks', truckId)
  const searching = trucks.isFetching || search !== typed.trim()
  const rows = trucks.data?.rows ?? []
  // While searching, Enter must not choose a result of the previous search.
  const options = searching ? rows.filter((truck) => matches(truck, typed)) : rows

  // Another truck has other dates, so its date must be chosen again.
  function chooseTruck(next: number | null) {
    if (next !== truckId) choose({ truckId: next, settlementDate: null })
  }

  return (
    <Labeled
      label={settlementFields.truckId.label}
      name="truckId"
      error={pickerError(truckId !== null && chosen.isError, trucks.isError)}
      hint={pickerHint(trucks.data?.total, rows.length, search)}
    >
      {(aria) => (
        <Picker
          {...aria}
          name="truckId"
          placeholder="Select truck"
          value={truckId === null ? '' : String(truckId)}
          chosenLabel={truckId === null ? undefined : formatTruck(chosen.data)}
          onChange={(value) =>
            runOnceClosed(() => chooseTruck(value === '' ? null : Number(value)))
          }
          onSearch={setTyped}
          loading={searching}
          options={options.map((truck) => ({
            value: String(truck.id),
            label: String(truck.truckId),
            hint: formatMake(truck),
          }))}
        />
      )}
    </Labeled>
  )
}

/**
 * When the list closes, it moves the focus back to the picker. A dialog that opens earlier ("Discard changes?")
 * would return the focus to an element that no longer exists.
 */
function runOnceClosed(act: () => void): void {
  setTimeout(() => setTimeout(act))
}

function matches(truck: AnyRecord, typed: string): boolean {
  return `${truck.truckId} ${formatMake(truck)}`.toLowerCase().includes(typed.trim().toLowerCase())
}

function formatTruck(truck: AnyRecord | undefined): string | undefined {
  return truck && [truck.truckId, formatMake(truck)].filter(Boolean).join(' · ')
}

function formatMake(truck: AnyRecord): string {
  return [truck.year || '', truck.make, truck.model].join(' ').trim()
}

function pickerHint(total: number | undefined, listed: number, search: string): string | undefined {
  if (total === 0 && search === '') return 'No trucks yet. Add a truck first.'
  const more = total !== undefined && total > listed
  return more ? `Showing the first ${MAX_LISTED}. Type to search.` : undefined
}

function pickerError(chosenFailed: boolean, listFailed: boolean): string | undefined {
  if (chosenFailed) return 'Truck not found'
  return listFailed ? "Couldn't load trucks" : undefined
}
