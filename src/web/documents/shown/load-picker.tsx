import { useState } from 'react'
import { documentRecords } from '#core/documents/documents.ts'
import { ReferencePicker } from '#web/records/form/reference-picker.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'

type LoadPickerProps = {
  loadId: number | null
  /** The number of the document's current load. */
  number: string | null
  onChange: (loadId: number | null) => void
  label?: string
}

const field = documentRecords.fields.loadId

/** Chooses the load of a document by typing part of its number. A document without a load is in the inbox. */
export function LoadPicker({ loadId, number, onChange, label = field.label }: LoadPickerProps) {
  const [chosen, setChosen] = useState(number)
  return (
    <Labeled label={label} name="loadId">
      {(aria) => (
        <ReferencePicker
          {...{ field, aria, name: 'loadId', ref: () => undefined, onBlur: () => undefined }}
          value={loadId === null ? '' : String(loadId)}
          onChange={(next: string) => onChange(next === '' ? null : Number(next))}
          link={{ empty: 'Inbox (no load)', label: chosen ?? undefined, onLabel: setChosen }}
        />
      )}
    </Labeled>
  )
}
