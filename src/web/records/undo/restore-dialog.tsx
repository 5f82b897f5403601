import { useState, type SubmitEvent } from 'react'
import { everyEntity } from '#core/entities/entities.ts'
import type { Fields } from '#core/fields/field.ts'
import { views } from '#core/lists/views.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { Restoring, NumberConflict } from './use-restore.ts'

type RestoreDialogProps = NumberConflict & {
  onRestore: (restoring: Restoring) => void
  onClose: () => void
}

/** Asks for another number, because another record now has the number of the deleted record (SPEC C43). */
export function RestoreDialog({ record, errors, set, onRestore, onClose }: RestoreDialogProps) {
  const [typed, setTyped] = useState(set)
  const kept = [...everyEntity, views].find(({ name }) => name === record.subject)
  const fields: Fields = kept?.fields ?? {}
  const names = [...new Set([...Object.keys(set), ...Object.keys(errors)])]

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onRestore({ record, set: { ...set, ...typed } })
  }

  return (
    <Dialog
      open
      title={`Restore ${record.label}`}
      description="Another record has this number now. Enter a different one to restore the record."
      onOpenChange={(open) => !open && onClose()}
    >
      <form noValidate onSubmit={submit} className="grid gap-3">
        {names.map((name) => (
          <Labeled
            key={name}
            label={fields[name]?.label ?? name}
            name={name}
            error={errors[name]?.[0]}
            required
          >
            {(aria) => (
              <TextInput
                {...aria}
                value={typed[name] ?? ''}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            )}
          </Labeled>
        ))}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Restore</Button>
        </div>
      </form>
    </Dialog>
  )
}
