import { Trash2 } from 'lucide-react'
import type { AnyRecord, Listing } from '#core/entities/entity.ts'
import { formatField } from '#web/records/format.ts'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { RecordForm } from './record-form.tsx'
import type { FormStart } from './use-record-form.ts'

export type OpenedRow = { form: 'add' } | { form: 'edit' | 'delete'; record: AnyRecord }

type RowFormsProps = {
  listing: Listing
  opened: OpenedRow | undefined
  onOpen: (opened: OpenedRow | undefined) => void
  /** Fields that the page has decided. */
  fixed?: readonly string[]
  /** What a new row starts with. */
  start?: FormStart
  onDeleted?: () => void
}

/** The forms of a list whose rows have no page: one to add, one to change and delete a row. */
export function RowForms(props: RowFormsProps) {
  const { listing, opened, onOpen, fixed = [], start, onDeleted } = props
  if (!opened) return null
  const close = () => onOpen(undefined)
  if (opened.form === 'add')
    return (
      <RecordForm entity={listing} fixed={fixed} onClose={close} {...(start ? { start } : {})} />
    )
  const { record } = opened
  if (opened.form === 'delete')
    return (
      <DeleteDialog
        path={`/api/${listing.name}/${record.id}`}
        singular={listing.singular}
        name={nameRow(listing, record)}
        description=""
        undoable
        onClose={close}
        {...(onDeleted ? { onDeleted } : {})}
      />
    )
  return (
    <RecordForm entity={listing} record={record} fixed={fixed} onClose={close}>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => onOpen({ form: 'delete', record })}
      >
        <Trash2 aria-hidden className="size-4" />
        Delete
      </Button>
    </RecordForm>
  )
}

/** "the odometer reading 11/20/2026". */
export function nameRow({ singular, label, fields }: Listing, record: AnyRecord): string {
  const field = fields[label]
  return `${singular.toLowerCase()} ${field ? formatField(label, field, record) : record.id}`
}
