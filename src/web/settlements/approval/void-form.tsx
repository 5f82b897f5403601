import { useState } from 'react'
import { toCents } from '#core/money.ts'
import { CASH_CHOICES, CASH_MISSING, type Cash } from '#core/settlements/approval.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { OffsetPartner } from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { PaymentsOfStatement } from '#web/payments/statement-payments.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { useOffsets } from '#web/settlements/offsets/use-offsets.ts'
import { useSettleAgain } from '#web/settlements/again/use-settle-again.ts'
import type { StepFormProps } from './pay-form.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Voiding = { reason: string; cash: Cash | undefined }

/** Asks for the reason, which the void statement prints, and what happened to the money (SPEC C3, C12). */
export function VoidForm({ billing, onDone, onClose }: StepFormProps) {
  const { offsets } = useOffsets(billing)
  const others = offsets?.partners ?? []
  const [cash, setCash] = useState<Cash>()
  const [missing, setMissing] = useState(false)
  const { settleAgain } = useSettleAgain(onDone)
  const { run, ...voiding } = useAction({
    send: (body: Voiding, { confirmed }) =>
      request<Settlement>('POST', `/api/billing/${billing.id}/void`, {
        // The form names the others.
        body: { ...body, confirmed: others.length > 0 ? ['offsetWith', ...confirmed] : confirmed },
        headers: { 'If-Match': `"${billing.version}"` },
      }),
    done: () =>
      toast(settlementMessages.voided, undefined, {
        label: 'Settle Again',
        run: () => settleAgain(billing.id),
      }),
    failed: settlementMessages.failedToVoid,
    asks: 'everything',
    onDone(voided) {
      onDone(voided)
      onClose()
    },
  })
  const isCovered = [billing, ...others].some(({ paidAmount }) => toCents(paidAmount) > 0n)

  function confirm(reason: string) {
    setMissing(isCovered && cash === undefined)
    if (!isCovered || cash !== undefined) run({ reason, cash })
  }

  return (
    <ReasonDialog
      title={`Void Statement ${billing.number}`}
      description={describeVoid(others)}
      confirm={others.length ? `Void ${others.length + 1} Statements` : 'Void Statement'}
      working="Voiding..."
      busy={voiding.busy || !offsets}
      failure={missing ? CASH_MISSING : voiding.failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isCovered && (
        <>
          {[billing, ...others].map(({ id, version }) => (
            <PaymentsOfStatement key={id} billing={{ id, version }} />
          ))}
          <CashChoice value={cash} onChange={setCash} />
        </>
      )}
      <QuestionDialog request={voiding} />
    </ReasonDialog>
  )
}

type CashChoiceProps = { value: Cash | undefined; onChange: (cash: Cash) => void }

const HINTS: Record<Cash, string> = {
  reversed: 'The whole payment is reversed. Other statements that it covers are open again.',
  kept: 'The money stays paid. It covers the statement that replaces this one, then the next ones.',
}

function CashChoice({ value, onChange }: CashChoiceProps) {
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1 font-medium">What happened to the money?</legend>
      {CASH_CHOICES.map((choice) => (
        <label key={choice.value} className="flex cursor-pointer items-start gap-2">
          <input
            type="radio"
            name="cash"
            className="mt-1 accent-accent"
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            <span className="block text-xs text-muted">{HINTS[choice.value]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function describeVoid(others: OffsetPartner[]): string {
  const effect =
    'The statement keeps its number and prints VOID. It stays void. Settle Again then makes a new draft for this truck and date with the same lines.'
  if (!others.length) return effect
  const named = others.map(({ number, truck }) => `statement ${number} (truck ${truck})`)
  return `It is offset with ${named.join(' and ')}: all are voided in one step. ${effect}`
}
