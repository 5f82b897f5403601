import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { CreateAction } from './control.ts'
import { FieldControl } from './field-control.tsx'
import type { FieldsModel } from './use-record-form.ts'

type FieldGridProps = {
  model: FieldsModel
  names: readonly string[]
  /** Keyed by the name of the reference. */
  create?: Record<string, CreateAction>
  /** Keyed by the name of the field. */
  hints?: Record<string, string>
  /** Shown instead of the control, by the name of the field. */
  replace?: Record<string, ReactNode>
}

/** Two columns, with long fields across both; one column on a phone. */
export function FieldGrid({ model, names, create, hints, replace }: FieldGridProps) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {names.map((name) => {
        const field = model.fields[name]
        if (!field) return null
        return (
          <div
            key={name}
            className={classes(
              'min-w-0',
              (field.control === 'lines' || field.isWide) && 'sm:col-span-2',
            )}
          >
            {replace?.[name] ?? (
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
            )}
          </div>
        )
      })}
    </div>
  )
}
