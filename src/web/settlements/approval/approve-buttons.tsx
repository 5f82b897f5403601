import { formatMoney, toCents } from '#core/money.ts'
import { describePartner, listTrucks } from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { ActionError } from '#web/settlements/notice.tsx'
import { useOffsets } from '#web/settlements/offsets/use-offsets.ts'
import { PayeeForm } from '#web/settlements/payee/payee-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { useApprove } from './use-approve.ts'

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
