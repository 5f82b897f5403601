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
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'

/** `lines`: those of the category. */
type LinesPanelProps = { category: ExpenseCategory; billing: Settlement; lines: Line[] }

type OpenDialog = { dialog: 'add' } | { dialog: 'edit' | 'delete'; line: Line }

/** The lines of one category. On a draft they can be added, edited and deleted (SPEC C1). */
export function LinesPanel({ category, billing, lines }: LinesPanelProps) {
  const { refreshAmounts } = useSettlement()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const { label } = settlementFields[category]
  const isDraft = billing.status === 'pending'
  const entity = {
    name: `billing/${billing.id}/expenses`,
    singular: 'Deduction',
    fields: lineFormFields,
  }
  const start = { category, date: billing.settlementDate }
  return (
    <section
      aria-label={`${label} deductions`}
      className="grid gap-2 rounded-md border border-line bg-page p-3"
    >
      {lines.length === 0 && (
        <p className="text-sm text-muted">No {label.toLowerCase()} deductions yet.</p>
      )}
      <ul className="grid gap-2">
        {lines.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            editable={isDraft && line.kind !== 'carry-in' && line.kind !== 'correction'}
            onOpen={(dialog) => setOpen({ dialog, line })}
          />
        ))}
      </ul>
      {isDraft && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setOpen({ dialog: 'add' })}
        >
          <Plus aria-hidden className="size-4" />
          Add {label} Deduction
        </Button>
      )}
      {open?.dialog === 'add' && (
        <RecordForm
          entity={entity}
          start={{ text: start }}
          onClose={close}
          onSaved={refreshAmounts}
        />
      )}
      {open?.dialog === 'edit' && (
        <RecordForm entity={entity} record={open.line} onClose={close} onSaved={refreshAmounts} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteDialog
          path={`/api/${entity.name}/${open.line.id}`}
          singular={entity.singular}
          name={lineName(open.line)}
          description="The category total will be recalculated. This can't be undone."
          onClose={close}
          onAnswer={refreshAmounts}
        />
      )}
    </section>
  )
}

type LineRowProps = { line: Line; editable: boolean; onOpen: (dialog: 'edit' | 'delete') => void }

function LineRow({ line, editable, onOpen }: LineRowProps) {
  const name = lineName(line)
  const transfer = line.transferReason && `transferred: ${line.transferReason}`
  const details = [formatDay(line.date), formatFormula(line), line.reference, transfer].filter(
    Boolean,
  )
  return (
    <li className="flex items-center gap-2 border-b border-line pb-2 text-sm last:border-b-0">
      <div className="min-w-0 grow wrap-anywhere">
        <p>{name}</p>
        <p className="text-xs text-muted">{details.join(' · ')}</p>
      </div>
      <span className="tabular-nums">{formatMoney(toCents(line.amount))}</span>
      {editable && <EditDelete name={name} onOpen={onOpen} />}
    </li>
  )
}
