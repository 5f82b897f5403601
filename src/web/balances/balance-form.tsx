import {
  balanceTransferFields,
  balanceWriteOffFields,
  entryFields,
  handOutFields,
  repaymentFields,
} from '#core/balances/entries.ts'
import { calculateLeftToHandOut, type OpenBalance } from '#core/balances/open-balances.ts'
import { formatMoney, toAmount, toCents } from '#core/money.ts'
import type { Fields } from '#core/fields/field.ts'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import type { FormLabels } from '#web/records/form/form-labels.ts'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useOneChoice } from '#web/records/form/use-one-choice.ts'
import { useRecordForm } from '#web/records/form/use-record-form.ts'

export type BalanceStep = 'repayments' | 'write-offs' | 'transfers' | 'hand-outs'

const FIELDS: Record<BalanceStep, Fields> = {
  repayments: repaymentFields,
  'write-offs': balanceWriteOffFields,
  transfers: balanceTransferFields,
  'hand-outs': handOutFields,
}

type BalanceFormProps = { step: BalanceStep; balance: OpenBalance; onClose: () => void }

/** The form of a step that changes a balance. It also sends the balance's truck and payee, without showing them. */
export function BalanceForm({ step, balance, onClose }: BalanceFormProps) {
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
