import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import type { Fields } from '#core/fields/field.ts'
import { formatMoney, toCents, type Amount, negate } from '#core/money.ts'
import { extraPayLabel, isReimbursement } from '#core/settlements/extra-pay.ts'
import { extraPayFormFields, reimbursementFormFields } from '#core/settlements/line-requests.ts'
import { formatFormula, lineFormFields, lineName, type Line } from '#core/settlements/lines.ts'
import {
  settlementFields,
  type ExpenseCategory,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { useMay } from '#web/api/may.tsx'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { EditDelete } from '#web/records/delete/edit-delete.tsx'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { LineName } from '#web/settlements/cards/line-name.tsx'
import { TakeOffButton } from '#web/settlements/cards/take-off-button.tsx'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'

/** What a user can add. Each kind has its own form. Amounts are positive, but a deduction may also be negative. */
const SINGULARS = {
  deduction: 'Deduction',
  reimbursement: 'Reimbursement',
  'extra-pay': 'Extra Pay',
} as const

export type EntryKind = keyof typeof SINGULARS

type OpenDialog =
  | { dialog: 'add'; kind: EntryKind }
  | { dialog: 'edit' | 'delete'; kind: EntryKind; line: Line }

type LineEntriesProps = {
  billing: Settlement
  lines: Line[]
  /** The category of new deductions and reimbursements. */
  category: ExpenseCategory
  /** The buttons, in their order. */
  add: readonly EntryKind[]
  /** Shows extra pay as a positive amount: under Earnings it is pay, in its category a credit. */
  asPay?: true
}

/** Lines with their amounts. On a draft they can be added, edited and deleted (SPEC C1, C18). */
export function LineEntries({ billing, lines, category, add, asPay }: LineEntriesProps) {
  const { refreshAmounts } = useSettlement()
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const mayChange = useMay('payroll')
  const canChange = mayChange && billing.status === 'pending'
  const stored = open && 'line' in open ? open.line : undefined
  const entity = open && {
    name: `billing/${billing.id}/expenses`,
    singular: SINGULARS[open.kind],
    fields: listFields(open.kind, stored),
  }
  const shared = { onClose: close, onSaved: refreshAmounts }
  return (
    <>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            amount={asPay ? negate(line.amount) : line.amount}
            editable={canChange && isEditable(line)}
            removable={canChange && line.kind === 'card'}
            onOpen={(dialog) => setOpen({ dialog, kind: kindOf(line), line })}
          />
        ))}
      </ul>
      {canChange && (
        <div className="flex flex-wrap gap-2">
          {add.map((kind) => (
            <Button key={kind} variant="secondary" onClick={() => setOpen({ dialog: 'add', kind })}>
              <Plus aria-hidden className="size-4" />
              {nameButton(kind, category)}
            </Button>
          ))}
        </div>
      )}
      {open?.dialog === 'add' && entity && (
        <RecordForm
          entity={entity}
          start={{ text: { category, date: billing.settlementDate } }}
          {...shared}
        />
      )}
      {open?.dialog === 'edit' && entity && (
        <RecordForm entity={entity} record={withCredits(open.line)} {...shared} />
      )}
      {open?.dialog === 'delete' && entity && (
        <DeleteDialog
          path={`/api/${entity.name}/${open.line.id}`}
          singular={entity.singular}
          name={lineName(open.line)}
          description="The totals will be recalculated. This can't be undone."
          onClose={close}
          onResponse={refreshAmounts}
        />
      )}
    </>
  )
}

function listFields(kind: EntryKind, stored: Line | undefined): Fields {
  if (kind === 'deduction') return lineFormFields
  return kind === 'reimbursement'
    ? reimbursementFormFields
    : extraPayFormFields(stored?.extraPay ?? null)
}

/** "Add Fuel Deduction", "Add Extra Pay". */
function nameButton(kind: EntryKind, category: ExpenseCategory): string {
  const singular = SINGULARS[kind]
  return kind === 'extra-pay'
    ? `Add ${singular}`
    : `Add ${settlementFields[category].label} ${singular}`
}

/** A credit with a quantity keeps the form of a deduction, which shows the quantity. */
function kindOf(line: Line): EntryKind {
  if (line.kind === 'extra-pay') return 'extra-pay'
  return isReimbursement(line) && line.quantity === null ? 'reimbursement' : 'deduction'
}

function isEditable({ kind }: Line): boolean {
  return !['carry-in', 'correction', 'offset', 'withholding', 'card'].includes(kind)
}

/** The forms of extra pay and reimbursements show positive amounts. */
function withCredits(line: Line) {
  const amount = negate(line.amount)
  return { ...line, pay: amount, credit: amount }
}

type LineRowProps = {
  line: Line
  /** As it is shown. */
  amount: Amount
  editable: boolean
  /** A card purchase that can be taken off. */
  removable: boolean
  onOpen: (dialog: 'edit' | 'delete') => void
}

function LineRow({ line, amount, editable, removable, onOpen }: LineRowProps) {
  const name = lineName(line)
  const label = describeCredit(line)
  const transfer = line.transferReason && `transferred: ${line.transferReason}`
  const details = [
    label,
    formatDay(line.date),
    formatFormula(line),
    line.reference,
    transfer,
  ].filter(Boolean)
  return (
    <li className="flex items-center gap-2 border-b border-line pb-2 text-sm last:border-b-0">
      <div className="min-w-0 grow wrap-anywhere">
        <p>
          <LineName line={line} />
        </p>
        <p className="text-xs text-muted">{details.join(' · ')}</p>
      </div>
      <span className="tabular-nums">{formatMoney(toCents(amount))}</span>
      {editable && <EditDelete name={name} onOpen={onOpen} />}
      {removable && <TakeOffButton line={line} />}
    </li>
  )
}

/** What a negative line is: extra pay with its type, or a reimbursement. */
function describeCredit(line: Line): string | null {
  if (line.extraPay !== null) {
    const type = extraPayLabel(line.extraPay)
    const mark = line.subjectToPercent ? ', included in percentages' : ''
    return `Extra pay: ${type}${mark}`
  }
  return isReimbursement(line) ? 'Reimbursement' : null
}
