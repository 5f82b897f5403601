import { formValues, type AnyRecord } from '#core/entities/entity.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import { parseAmount } from '#core/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { FormText } from './form-text.ts'
import { isReadable } from '#web/records/format.ts'

type ConflictProps = {
  fields: Fields
  /** What was to be saved, as the text of the stored values. */
  mine: FormText
  /** What the links among them are called. */
  labels?: AnyRecord['labels']
  /** The record as somebody else has saved it. */
  current: AnyRecord
  onReload: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Somebody saved first: shows what differs, and lets the person choose (SPEC B22). */
export function Conflict({ fields, mine, labels = {}, current, ...answers }: ConflictProps) {
  const theirs = formValues(fields, current)
  const differing = Object.entries(fields).filter(([name]) => theirs[name] !== mine[name])
  const ours: AnyRecord = { ...current, ...mine, labels }
  return (
    <Dialog
      open
      title="Somebody else changed this"
      description="It was saved by someone else after you opened it. Nothing of yours is lost yet."
      onOpenChange={(open) => !open && answers.onCancel()}
    >
      <ul className="grid gap-2 text-sm">
        {differing.map(([name, field]) => (
          <li key={name} className="grid gap-1 rounded-md border border-line p-3">
            <p className="font-medium">{field.label}</p>
            <Version whose="Saved now">{inWords(name, field, current)}</Version>
            <Version whose="Yours">{inWords(name, field, ours)}</Version>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={answers.onReload}>
          Reload theirs
        </Button>
        <Button onClick={answers.onOverwrite}>Overwrite with mine</Button>
      </div>
    </Dialog>
  )
}

function Version({ whose, children }: { whose: string; children: string }) {
  return (
    <p className="line-clamp-4 wrap-anywhere">
      <span className="text-muted">{whose}: </span>
      {children || '–'}
    </p>
  )
}

/** An amount that cannot be read is shown as it was typed; text has no null, so "" is no link. */
function inWords(name: string, field: Field, record: AnyRecord): string {
  const text = String(record[name] ?? '')
  if (field.control === 'money' && parseAmount(text) === null) return text
  return isReadable(name, field, { ...record, [name]: text === '' ? null : text })
}
