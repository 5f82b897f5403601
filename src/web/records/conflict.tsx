import { formValues, type AnyRecord } from '#core/entity.ts'
import type { Fields } from '#core/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { readable } from './format.ts'
import type { FormText } from './field-control.tsx'

type ConflictProps = {
  fields: Fields
  mine: FormText
  /** The record as somebody else has saved it. */
  current: AnyRecord
  onReload: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Somebody saved first: shows what differs, and lets the person choose (SPEC B22). */
export function Conflict({ fields, mine, current, onReload, onOverwrite, onCancel }: ConflictProps) {
  const theirs = formValues(fields, current)
  const differing = Object.keys(fields).filter((name) => theirs[name] !== mine[name])
  return (
    <Dialog
      open
      title="Somebody else changed this"
      description="It was saved by someone else after you opened it. Nothing of yours is lost yet."
      onOpenChange={(open) => !open && onCancel()}
    >
      <ul className="grid gap-2 text-sm">
        {differing.map((name) => (
          <li key={name} className="rounded-md border border-line p-2">
            <p className="font-medium">{fields[name]?.label}</p>
            <p>Saved now: {shown(fields, name, current)}</p>
            <p>Yours: {mine[name] || '–'}</p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onReload}>
          Reload theirs
        </Button>
        <Button onClick={onOverwrite}>Overwrite with mine</Button>
      </div>
    </Dialog>
  )
}

function shown(fields: Fields, name: string, record: AnyRecord): string {
  const field = fields[name]
  return (field && readable(name, field, record)) || '–'
}
