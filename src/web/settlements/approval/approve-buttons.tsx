import { useState } from 'react'
import { formatMoney, toCents } from '#core/money.ts'
import { describePartner, listTrucks } from '#core/settlements/offsets.ts'
import { CHARGED_TWICE } from '#core/settlements/cards/charged-twice.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { OffsetChoice } from '#core/settlements/approval.ts'
import { ApiError, readNeed, request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { ActionError } from '#web/settlements/notice.tsx'
import { useOffsets } from '#web/settlements/offsets/use-offsets.ts'
import { PayeeForm } from '#web/settlements/payee/payee-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'

type ApproveButtonsProps = {
  billing: Settlement
  disabled: boolean
  /** The settlement was approved, or got a payee. */
  onDone: (changed: Settlement) => void
}

/** Approves the draft alone, or together with the payee's other drafts that it is offset with (SPEC C3, C24). */
export function ApproveButtons({ billing, disabled, onDone }: ApproveButtonsProps) {
  const { offsets, refetchOffsets } = useOffsets(billing)
  const { approve, approving, asked, getError, lacksPayee, closePayee } = useApprove(
    onDone,
    refetchOffsets,
  )
  const partners = offsets?.partners ?? []
  const label = partners.length ? `Approve with ${capitalize(listTrucks(partners))}` : 'Approve'
  return (
    <>
      {offsets && partners.length > 0 && (
        <p className="w-full text-sm wrap-anywhere">
          Offset: {partners.map(describePartner).join('; ')}. Net after offset{' '}
          {formatMoney(toCents(offsets.net))}; {formatMoney(toCents(offsets.paid))} paid in total.
        </p>
      )}
      <Button
        size="long"
        disabled={disabled || !offsets}
        aria-disabled={approving}
        onClick={() => approve(billing, partners.length ? partners : undefined)}
      >
        {approving ? 'Approving...' : label}
      </Button>
      {partners.length > 0 && (
        <Button
          variant="secondary"
          disabled={disabled}
          aria-disabled={approving}
          onClick={() => approve(billing, [])}
        >
          Approve Alone
        </Button>
      )}
      <ActionError message={getError(billing)} />
      <QuestionDialog request={asked} />
      {lacksPayee && (
        <PayeeForm billing={billing} name={null} onClose={closePayee} onSaved={onDone} />
      )}
    </>
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Approving = Pick<OffsetChoice, 'offsetWith'> & { billing: Settlement }

/** Approves the version on the screen, never a newer one (SPEC B22, C3). `onFailure`: the offsets may have changed. */
function useApprove(onDone: (approved: Settlement) => void, onFailure: () => void) {
  const [lacksPayee, setLacksPayee] = useState(false)
  const { run, busy, input, error, failure, ...asked } = useAction({
    send: ({ billing: { id, version }, offsetWith }: Approving, { confirmed }) =>
      request<Settlement>('POST', `/api/billing/${id}/approve`, {
        body: {
          approvedOn: today(),
          confirmed,
          offsetWith: offsetWith?.map((partner) => ({ id: partner.id, version: partner.version })),
        },
        headers: { 'If-Match': `"${version}"` },
      }),
    done: ({ number }) => settlementMessages.approved(number ?? 0),
    failed: (failed) =>
      readNeed(failed) === 'payee' ? undefined : settlementMessages.failedToApprove,
    // Offsets that changed are shown first, and chosen there.
    asks: ['approvedOn', CHARGED_TWICE],
    onDone,
    onFailure: (failed) => {
      if (readNeed(failed) === 'payee') setLacksPayee(true)
      else onFailure()
    },
  })
  return {
    /** `offsetWith`: the settlements to approve with it; an empty list to approve it alone; undefined without offsets. */
    approve: (billing: Settlement, offsetWith: OffsetChoice['offsetWith']) =>
      run({ billing, offsetWith }),
    approving: busy,
    asked,
    /** The payee must be chosen first. The figures may change with it, so the user approves again (SPEC C342). */
    lacksPayee,
    closePayee: () => setLacksPayee(false),
    /** Why this version could not be approved. After a change by someone else it must be reviewed first (SPEC B22). */
    getError: ({ id, version }: Settlement) => {
      if (input?.billing.id !== id || input.billing.version !== version) return undefined
      const isOutdated = error instanceof ApiError && error.status === 412
      return isOutdated ? `${failure}. Reload the settlement.` : failure
    },
  }
}
