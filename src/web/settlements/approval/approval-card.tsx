import { useState } from 'react'
import { Link } from 'react-router'
import { toCents } from '#core/money.ts'
import { type Cash, CASH_CHOICES, CASH_MISSING } from '#core/settlements/approval.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { OffsetPartner } from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { PaymentsOfStatement } from '#web/payments/statement-payments.tsx'
import { UnappliedNotice } from '#web/payments/unapplied-notice.tsx'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { SettleAgainButton } from '#web/settlements/again/settle-again-button.tsx'
import { useSettleAgain } from '#web/settlements/again/use-settle-again.ts'
import { OffsetStatements } from '#web/settlements/offsets/offset-statements.tsx'
import { useOffsets } from '#web/settlements/offsets/use-offsets.ts'
import { PayeeLine } from '#web/settlements/payee/payee-line.tsx'
import { WriteOffs } from '#web/settlements/payee/write-offs.tsx'
import { fromSaved } from '#web/settlements/screen/loaded-settlement.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { ApproveButtons } from './approve-buttons.tsx'
import { describeStatus } from './describe-status.ts'
import { PayForm, type StepFormProps } from './pay-form.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline underline-offset-2'

/** The settlement's status and its next step (SPEC C3). */
export function ApprovalCard() {
  const { loaded, preview } = useSettlement()
  if (!loaded || !preview) return null
  const { billing } = loaded
  if (!billing)
    return (
      <Card title="Not Saved" description="Save to create a draft you can still edit.">
        <PayeeLine billing={null} preview={preview} />
      </Card>
    )
  return (
    <Card
      title={billing.number === null ? 'Draft' : `Statement ${billing.number}`}
      description={describeStatus(billing)}
      actions={<StatusBadge status={billing.status} options={SETTLEMENT_STATUSES} />}
    >
      {/* For a void statement the preview has the payee of the next settlement. */}
      {billing.status !== 'void' && <PayeeLine billing={billing} preview={preview} />}
      {billing.number !== null && <OffsetStatements billing={billing} />}
      <OnlyFor permission="payroll">
        <NextSteps billing={billing} payee={preview.payee?.name ?? null} />
      </OnlyFor>
      {billing.number !== null && <PaymentsOfStatement billing={billing} />}
      {billing.number !== null && <UnappliedNotice payee={billing.payee} />}
      {billing.number !== null && <WriteOffs billingId={billing.id} />}
      <div className="flex flex-wrap items-center gap-4">
        <Link className={LINK} to={statementAddress(billing.id)}>
          Compare with Previous Statement
        </Link>
        <HistoryButton path="billing" id={billing.id} />
      </div>
    </Card>
  )
}

type NextStepsProps = { billing: Settlement; payee: string | null }

function NextSteps({ billing, payee }: NextStepsProps) {
  const { hasChanges, replace, load } = useSettlement()
  const [dialog, setDialog] = useState<'pay' | 'void'>()
  const onDone = (next: Settlement) => replace(fromSaved(next))
  const form = { billing, onDone, onClose: () => setDialog(undefined) }
  const { status } = billing
  return (
    <div className="flex flex-wrap items-center gap-2">
      {status === 'pending' && (
        <ApproveButtons billing={billing} disabled={hasChanges} onDone={onDone} />
      )}
      {status === 'approved' && <Button onClick={() => setDialog('pay')}>Pay</Button>}
      {(status === 'approved' || status === 'paid') && (
        <Button variant="secondary" onClick={() => setDialog('void')}>
          Void
        </Button>
      )}
      {/* A void statement is no longer found: loading its truck and date starts a new settlement. */}
      {status === 'void' && (
        <>
          <SettleAgainButton billingId={billing.id} onDone={onDone} />
          <Button variant="secondary" onClick={load}>
            Create New Settlement
          </Button>
        </>
      )}
      {hasChanges && <p className="text-xs text-muted">Save or discard your changes first.</p>}
      {dialog === 'pay' && <PayForm {...form} payee={payee} />}
      {dialog === 'void' && <VoidForm {...form} />}
    </div>
  )
}

type Voiding = { reason: string; cash: Cash | undefined }

/** Asks for the reason, which the void statement prints, and what happened to the money (SPEC C3, C12). */
function VoidForm({ billing, onDone, onClose }: StepFormProps) {
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
