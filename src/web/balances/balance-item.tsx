import { useState } from 'react'
import {
  balanceTransferFields,
  balanceWriteOffFields,
  entryFields,
  handOutFields,
  repaymentFields,
} from '#core/balances/entries.ts'
import { calculateLeftToHandOut, type OpenBalance } from '#core/balances/open-balances.ts'
import type { Fields } from '#core/fields/field.ts'
import { formatMoney, toAmount, toCents } from '#core/money.ts'
import { balanceLabel } from '#core/settlements/balances.ts'
import { useMay } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import type { FormLabels } from '#web/records/form/form-labels.ts'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useOneChoice } from '#web/records/form/use-one-choice.ts'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EntriesDialog } from './entries-dialog.tsx'

const LOAN_STEPS: { step: BalanceStep; label: string }[] = [
  { step: 'hand-outs', label: 'Pay Out' },
  { step: 'repayments', label: 'Repay' },
  { step: 'transfers', label: 'Transfer' },
  { step: 'write-offs', label: 'Write Off' },
]
const ESCROW_STEPS = LOAN_STEPS.filter(({ step }) => step === 'transfers')

/** A balance with what changed it, and its buttons. */
export function BalanceItem({ balance }: { balance: OpenBalance }) {
  const [open, setOpen] = useState<BalanceStep | 'entries'>()
  const { description, total, open: left } = balance
  const mayChange = useMay('payroll')
  const isOpen = toCents(left) > 0n
  const stepsOfKind = balance.balance === 'escrow' ? ESCROW_STEPS : LOAN_STEPS
  const steps = stepsOfKind.filter(
    ({ step }) => step !== 'hand-outs' || calculateLeftToHandOut(balance) > 0n,
  )
  const close = () => setOpen(undefined)
  const name = `${description}, ${balance.payee}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-4 text-sm last:border-b-0 last:pb-0">
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-medium">
          {description}{' '}
          <span className="font-normal text-muted">
            · <TruckName {...balance} />
          </span>
        </p>
        <p className="tabular-nums">
          {balanceLabel(balance)} <strong>{formatMoney(toCents(left))}</strong>
          {balance.balance !== 'deferred' && ` of ${formatMoney(toCents(total))}`}
        </p>
        <p className="text-xs text-muted tabular-nums">{listChanges(balance).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isOpen &&
          mayChange &&
          steps.map(({ step, label }) => (
            <Button
              key={step}
              size="sm"
              variant="secondary"
              aria-label={`${label}: ${name}`}
              onClick={() => setOpen(step)}
            >
              {label}
            </Button>
          ))}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Entries: ${name}`}
          onClick={() => setOpen('entries')}
        >
          Entries
        </Button>
      </div>
      {open === 'entries' && <EntriesDialog balance={balance} onClose={close} />}
      {open && open !== 'entries' && <BalanceForm step={open} balance={balance} onClose={close} />}
    </li>
  )
}

function TruckName({ truckId, truck }: Pick<OpenBalance, 'truckId' | 'truck'>) {
  if (truckId === null) return 'All trucks'
  return (
    <RecordLink to="trucks" id={truckId}>
      Truck {truck}
    </RecordLink>
  )
}

/** "Collected $300.00". Changes of $0.00 are left out. */
function listChanges(balance: OpenBalance): string[] {
  const { handedOut, collected, drafts, repaid, writtenOff, interest, transferred } = balance
  const changes = [
    ['Paid out', handedOut],
    [balance.balance === 'escrow' ? 'Withheld' : 'Collected', collected],
    ['On drafts', drafts],
    ['Repaid', repaid],
    ['Written off', writtenOff],
    ['Interest', interest],
    ['Transferred', transferred],
  ] as const
  return changes
    .filter(([, amount]) => toCents(amount) !== 0n)
    .map(([label, amount]) => `${label} ${formatMoney(toCents(amount))}`)
}

type BalanceStep = 'repayments' | 'write-offs' | 'transfers' | 'hand-outs'

const FIELDS: Record<BalanceStep, Fields> = {
  repayments: repaymentFields,
  'write-offs': balanceWriteOffFields,
  transfers: balanceTransferFields,
  'hand-outs': handOutFields,
}

type BalanceFormProps = { step: BalanceStep; balance: OpenBalance; onClose: () => void }

/** The form of a step that changes a balance. It also sends the balance's truck and payee, without showing them. */
function BalanceForm({ step, balance, onClose }: BalanceFormProps) {
  const { ruleId, truckId, payeeKey } = balance
  const fields = { ...FIELDS[step], ...PLACE }
  const names = Object.keys(FIELDS[step])
  const model = useRecordForm({ fields }, undefined, {
    labels: step === 'transfers' ? { toTruckId: balance.truck } : {},
    text: {
      truckId: truckId === null ? '' : String(truckId),
      payee: payeeKey,
      ...startText(step, balance),
    },
  })
  useOneChoice(model.form, ['toOwnerId', 'toDriverId'])
  const labels = { ...LABELS[step], description: describe(step, balance) }
  return (
    <RecordDialog
      entity={{ name: `balances/${ruleId}/${step}`, singular: labels.title }}
      model={model}
      names={names}
      labels={labels}
      onClose={onClose}
      onSaved={() => void refetchLists()}
    >
      <FieldGrid model={model} names={names} />
    </RecordDialog>
  )
}

const PLACE: Fields = { truckId: entryFields.truckId, payee: entryFields.payee }

const LABELS: Record<BalanceStep, FormLabels> = {
  repayments: {
    title: 'Repayment',
    save: 'Save Repayment',
    saved: 'Repayment saved',
    failed: 'Failed to save repayment',
  },
  'write-offs': {
    title: 'Write Off',
    save: 'Write Off',
    saved: 'Written off',
    failed: 'Failed to write off',
  },
  transfers: {
    title: 'Transfer Balance',
    save: 'Transfer',
    saved: 'Balance transferred',
    failed: 'Failed to transfer balance',
  },
  'hand-outs': {
    title: 'Pay Out Money',
    save: 'Save Payment',
    saved: 'Payment saved',
    failed: 'Failed to save payment',
  },
}

function startText(step: BalanceStep, balance: OpenBalance): Record<string, string> {
  const { available, truckId } = balance
  if (step === 'hand-outs')
    return { paidOn: today(), amount: toAmount(calculateLeftToHandOut(balance)), method: 'check' }
  if (step !== 'transfers') return { day: today(), amount: available }
  return { day: today(), toTruckId: truckId === null ? '' : String(truckId) }
}

function describe(step: BalanceStep, balance: OpenBalance): string {
  const { payee, description, available, open, total, handedOut } = balance
  const name = `${description} of ${payee}`
  if (step === 'hand-outs')
    return `${name}: ${formatMoney(toCents(handedOut))} of ${formatMoney(toCents(total))} is paid out. This money is not pay and never part of gross.`
  if (step === 'transfers')
    return `${name}: ${formatMoney(toCents(open))} moves to another truck, or to another payee, with the same terms.`
  const owed = `${name}: ${formatMoney(toCents(available))} is owed.`
  return step === 'write-offs' ? `${owed} It will no longer be collected.` : owed
}
