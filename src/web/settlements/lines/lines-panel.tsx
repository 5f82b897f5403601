import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import {
  settlementFields,
  type ExpenseCategory,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { formatFormula, lineFormFields, lineName, type Line } from '#core/settlements/lines.ts'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { EditDelete } from '#web/records/delete/edit-delete.tsx'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Button } from '#web/ui/button.tsx'

type LinesPanelProps = {
  category: ExpenseCategory
  billing: Settlement
  lines: Line[]
  onLines: () => void
}

type Opened = { form: 'add' } | { form: 'edit' | 'delete'; line: Line }

/** The lines of one category, to be added, changed and deleted (SPEC C1). */
export function LinesPanel({ category, billing, lines, onLines }: LinesPanelProps) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { label } = settlementFields[category]
  const pending = billing.status === 'pending'
  const entity = {
    name: `billing/${billing.id}/expenses`,
    singular: 'Line',
    fields: lineFormFields,
  }
  const start = { category, date: billing.settlementDate }
  return (
    <section
      aria-label={`Lines of ${label}`}
      className="grid gap-2 rounded-md border border-line bg-page p-3"
    >
      {lines.length === 0 && <p className="text-sm text-muted">No lines in {label} yet.</p>}
      <ul className="grid gap-2">
        {lines.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            writable={pending && line.kind !== 'carry-in' && line.kind !== 'correction'}
            onOpen={(form) => setOpened({ form, line })}
          />
        ))}
      </ul>
      {pending && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setOpened({ form: 'add' })}
        >
          <Plus aria-hidden className="size-4" />
          Add {label} Line
        </Button>
      )}
      {opened?.form === 'add' && (
        <RecordForm entity={entity} start={{ text: start }} onClose={close} onSaved={onLines} />
      )}
      {opened?.form === 'edit' && (
        <RecordForm entity={entity} record={opened.line} onClose={close} onSaved={onLines} />
      )}
      {opened?.form === 'delete' && (
        <DeleteDialog
          path={`/api/${entity.name}/${opened.line.id}`}
          singular={entity.singular}
          name={lineName(opened.line)}
          description="Its category becomes the sum of the lines that stay. This cannot be undone."
          onClose={close}
          onAnswer={onLines}
        />
      )}
    </section>
  )
}

type LineRowProps = { line: Line; writable: boolean; onOpen: (form: 'edit' | 'delete') => void }

function LineRow({ line, writable, onOpen }: LineRowProps) {
  const name = lineName(line)
  const details = [formatDay(line.date), formatFormula(line), line.reference].filter(Boolean)
  return (
    <li className="flex items-center gap-2 border-b border-line pb-2 text-sm last:border-b-0">
      <div className="min-w-0 grow wrap-anywhere">
        <p>{name}</p>
        <p className="text-xs text-muted">{details.join(' · ')}</p>
      </div>
      <span className="tabular-nums">{formatMoney(toCents(line.amount))}</span>
      {writable && <EditDelete name={name} onOpen={onOpen} />}
    </li>
  )
}
