import type { ReactNode } from 'react'
import type { Read } from '#core/confirmations/reading.ts'
import type { CreateAction } from '#web/records/form/control.ts'
import { FieldControl } from '#web/records/form/field-control.tsx'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { FieldChoices } from './list-choices.ts'

type ConfirmationFieldProps = {
  name: string
  model: FieldsModel
  create: CreateAction | undefined
  hint: string | undefined
  /** Where the value is on the paper. Undefined once the user has changed it. */
  source: Read | undefined
  choices: FieldChoices | undefined
  onActive: () => void
  /** Shown instead of the field's usual input. */
  control?: ReactNode
  children?: ReactNode
}

/** A field of the load. It shows whether its value is from the paper, and offers the possible values if the paper is unclear. */
export function ConfirmationField(props: ConfirmationFieldProps) {
  const { name, model, create, hint, source, choices, onActive, control, children } = props
  const { form, fields, labels } = model
  const field = fields[name]
  if (!field) return null
  return (
    <div
      onFocus={onActive}
      className={classes(
        'grid min-w-0 content-start gap-1 border-l-2 pl-2',
        field.control === 'lines' && 'sm:col-span-2',
        source ? 'border-accent' : choices ? 'border-waiting' : 'border-transparent',
      )}
    >
      {control ?? (
        <FieldControl
          name={name}
          field={field}
          control={form.control}
          hint={source ? `Page ${source.page + 1}: “${shorten(source.words)}”` : hint}
          link={{
            label: labels[name],
            onLabel: (label) => model.setLabel(name, label),
            create,
          }}
        />
      )}
      {choices && !source && (
        <div className="grid gap-1 pb-2">
          <p className="text-xs text-waiting">{choices.why}</p>
          <div className="flex flex-wrap gap-2">
            {choices.values.map(({ text, value }) => (
              <Button
                key={value}
                variant="secondary"
                size="sm"
                onClick={() =>
                  form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
                }
              >
                {text}
              </Button>
            ))}
          </div>
        </div>
      )}
      {children}
    </div>
  )
}

function shorten(words: string): string {
  return words.length > 40 ? `${words.slice(0, 39)}…` : words
}
