import { useState } from 'react'
import { formatMoney, toCents } from '#core/money.ts'
import { balanceLabel } from '#core/settlements/balances.ts'
import { calculateLeftToHandOut, type OpenBalance } from '#core/balances/open-balances.ts'
import { useMay } from '#web/api/may.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { BalanceForm, type BalanceStep } from './balance-form.tsx'
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
