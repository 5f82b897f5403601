import { classes } from '#web/ui/classes.ts'
import { FieldControl } from './field-control.tsx'
import type { Create } from './reference-picker.tsx'
import type { RecordFormModel } from './use-record-form.ts'

type FieldGridProps = {
  model: RecordFormModel
  names: readonly string[]
  /** Makes what a reference may point to, in place; by the name of the reference. */
  create?: Record<string, Create>
  /** What stands below a field, by its name. */
  hints?: Record<string, string>
}

/** Two columns, long fields over both; one column on a phone. */
export function FieldGrid({ model, names, create, hints }: FieldGridProps) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {names.map((name) => {
        const field = model.fields[name]
        if (!field) return null
        return (
          <div
            key={name}
            className={classes('min-w-0', field.control === 'lines' && 'sm:col-span-2')}
          >
            <FieldControl
              name={name}
              field={field}
              control={model.form.control}
              hint={hints?.[name]}
              link={{
                label: model.labels[name],
                onLabel: (label) => model.setLabel(name, label),
                create: create?.[name],
              }}
            />
          </div>
        )
      })}
    </div>
  )
}
