import { Controller, type Control } from 'react-hook-form'
import type { Entity } from '#core/entity.ts'
import { sentence, TODAY, type Field } from '#core/fields.ts'
import { today } from '#web/api/today.ts'
import { Labelled } from '#web/ui/labelled.tsx'
import { ControlInput } from './control-input.tsx'

export type FormText = Record<string, string>

type FieldControlProps = {
  name: string
  field: Field
  control: Control<FormText>
  /** The label of the record that a reference points to when the form opens. */
  linkedLabel?: string | null
  /** Creates what a reference may point to, in place. */
  create?: { label: string; onSelect: (typed: string) => void }
}

/** Label, input and messages of one declared field. */
export function FieldControl({ name, field, control, linkedLabel, create }: FieldControlProps) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <Labelled
          label={field.label}
          name={name}
          error={fieldState.error?.message}
          hint={hintOf(field, value)}
          required={field.leftOut === undefined}
        >
          {(aria) => (
            <ControlInput
              field={field}
              name={name}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              inputRef={ref}
              aria={aria}
              linkedLabel={linkedLabel}
              create={create}
            />
          )}
        </Labelled>
      )}
    />
  )
}

/** SPEC B19: a license that starts as "today" says so until it is changed. */
function hintOf(field: Field, value: string): string | undefined {
  if (field.initial === TODAY && value === today()) return 'Expires today'
  return field.unit ? `${sentence(field.label)} in ${field.unit}` : undefined
}

/** Long fields take the form's whole width. */
export function isWide({ control }: Field): boolean {
  return control === 'lines'
}

/** The fields that a form shows, in the order of their declaration. */
export function shownFields(entity: Pick<Entity, 'fields'>): [name: string, field: Field][] {
  return Object.entries(entity.fields).filter(([, { control }]) => control !== 'none')
}
