import { useState, type SubmitEvent } from 'react'
import { bulkFields } from '#core/entities/bulk.ts'
import type { Listing } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { ControlInput } from '#web/records/form/control-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { bulkLabel, bulkQuestion } from './bulk-labels.ts'
import { checkChosen } from './chosen-values.ts'
import type { BulkChange } from './use-bulk.ts'

type ChangeManyProps = {
  listing: Listing
  count: number
  onChoose: (change: BulkChange) => void
  onClose: () => void
}

/** Chooses new values of several fields for many records (SPEC C45). */
export function ChangeMany({ listing, count, onChoose, onClose }: ChangeManyProps) {
  /** The text of each field that changes. Blank text clears the field. */
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const fields = bulkFields(listing.fields)

  function choose(name: string, value: string | undefined) {
    const { [name]: _, ...others } = chosen
    setChosen(value === undefined ? others : { ...others, [name]: value })
    setErrors({})
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const { set, errors: found } = checkChosen(fields, chosen)
    setErrors(found)
    if (Object.keys(set).length && !Object.keys(found).length) onChoose({ set })
  }

  return (
    <Dialog
      open
      wide
      title={bulkQuestion(listing, { set: {} }, count)}
      description="Only the checked fields change. Leave one blank to clear it."
      onOpenChange={(open) => !open && onClose()}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {Object.entries(fields).map(([name, field]) => (
            <ChosenField
              key={name}
              name={name}
              field={field}
              value={chosen[name]}
              error={errors[name]}
              onChange={(value) => choose(name, value)}
            />
          ))}
        </div>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!Object.keys(chosen).length}>
            {bulkLabel(listing, { set: {} }, count)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type ChosenFieldProps = {
  name: string
  field: Field
  value: string | undefined
  error: string | undefined
  onChange: (value: string | undefined) => void
}

function ChosenField({ name, field, value, error, onChange }: ChosenFieldProps) {
  const [label, setLabel] = useState<string | null>(null)
  const { label: title, defaultValue, options } = field
  const isCleared = value === '' && defaultValue === null
  return (
    <div className="flex min-w-0 items-start gap-2">
      <Checkbox
        aria-label={`Change ${title}`}
        className="mt-8"
        checked={value !== undefined}
        onChange={({ target }) => onChange(target.checked ? '' : undefined)}
      />
      <div className="min-w-0 grow">
        <Labeled
          label={title}
          name={name}
          error={error}
          hint={isCleared ? 'Will be blank' : undefined}
        >
          {(aria) =>
            options ? (
              <Select
                {...aria}
                value={value ?? ''}
                options={options}
                placeholder="No change"
                onChange={(next) => onChange(next === '' ? undefined : next)}
              />
            ) : (
              <ControlInput
                name={name}
                field={field}
                aria={aria}
                value={value ?? ''}
                link={{
                  label,
                  onLabel: setLabel,
                  empty: value === undefined ? 'No change' : undefined,
                }}
                onChange={onChange}
                onBlur={() => undefined}
                ref={null}
              />
            )
          }
        </Labeled>
      </div>
    </div>
  )
}
