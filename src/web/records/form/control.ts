/** The props of a form's inputs. */
import type { Ref } from 'react'
import type { Field } from '#core/fields/field.ts'
import type { Aria } from '#web/ui/inputs/labeled.tsx'

/** Binds an input to its field in the form. */
export type ControlInputProps = {
  field: Field
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: Ref<never>
  aria: Aria
  link?: ReferenceLink | undefined
}

export type ReferenceLink = {
  /** The linked record's label; null or undefined if it is unknown. */
  label: string | null | undefined
  /** Shown if nothing is chosen, instead of "None". */
  empty?: string | undefined
  onLabel: (label: string | null) => void
  create?: CreateAction | undefined
}

/** The last row of a picker, which adds a record. `onSelect` gets the text typed into the search. */
export type CreateAction = { label: string; onSelect: (typed: string) => void }
