import { formValues } from '#core/entities/entity.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import { parseDecimal } from '#core/money.ts'
import { formatField } from '#web/records/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { FormText } from './form-text.ts'
import type { FormRecord, Labels } from './use-record-form.ts'

type ConflictDialogProps = {
  fields: Fields
  /** The values that this user tried to save. */
  edited: FormText
  /** The labels of the records that `edited` links to. */
  labels?: Labels
  /** The stored record, with the other person's changes. */
  current: FormRecord
  onReload: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Someone else saved the record first: shows the fields that differ and asks which version to keep (SPEC B22). */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, edited, labels = {}, current, onReload, onOverwrite, onCancel } = props
  const saved = formValues(fields, current)
  const differing = Object.entries(fields).filter(([name]) => saved[name] !== edited[name])
  return (
    <Dialog
      open
      title="This record was changed"
      description="Someone saved it after you opened it. Your edits are still here."
      onOpenChange={(open) => !open && onCancel()}
    >
      <ul className="grid gap-2 text-sm">
        {differing.map(([name, field]) => (
          <li key={name} className="grid gap-1 rounded-md border border-line p-3">
            <p className="font-medium">{field.label}</p>
            <Version title="Saved version">{fieldText(name, field, current)}</Version>
            <Version title="Your version">{fieldText(name, field, { ...edited, labels })}</Version>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onReload}>
          Use saved version
        </Button>
        <Button onClick={onOverwrite}>Keep my version</Button>
      </div>
    </Dialog>
  )
}

function Version({ title, children }: { title: string; children: string }) {
  return (
    <p className="line-clamp-4 wrap-anywhere">
      <span className="text-muted">{title}: </span>
      {children || '–'}
    </p>
  )
}

/** An unreadable amount is shown as typed. The form's empty text is a missing link: null. */
function fieldText(
  name: string,
  field: Field,
  record: { [field: string]: unknown; labels?: Labels | undefined },
): string {
  const text = String(record[name] ?? '')
  if (field.control === 'money' && parseDecimal(text, field.places ?? 2) === null) return text
  const value = text === '' ? null : text
  return formatField(name, field, { [name]: value, labels: record.labels ?? {} })
}
