import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { OffsetPartner } from '#core/settlements/offsets.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { useOffsets } from '#web/settlements/offsets/use-offsets.ts'
import type { StepFormProps } from './pay-form.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Asks for the reason, which the void statement prints (SPEC C3). */
export function VoidForm({ billing, onDone, onClose }: StepFormProps) {
  const { offsets } = useOffsets(billing)
  const others = offsets?.partners ?? []
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) =>
      request<Settlement>('POST', `/api/billing/${billing.id}/void`, {
        body: { reason, ...(others.length && { confirmed: ['offsetWith'] }) },
        headers: { 'If-Match': `"${billing.version}"` },
      }),
    onSuccess: (voided) => {
      toast(settlementMessages.voided)
      onDone(voided)
      onClose()
      void refetchLists()
    },
    onError: ({ message }) => toastFailure(settlementMessages.failedToVoid, message),
  })
  return (
    <ReasonDialog
      title={`Void Statement ${billing.number}`}
      description={describeVoid(others)}
      confirm={others.length ? `Void ${others.length + 1} Statements` : 'Void Statement'}
      working="Voiding..."
      busy={isPending || !offsets}
      failure={error?.message}
      onConfirm={mutate}
      onClose={onClose}
    />
  )
}

function describeVoid(others: OffsetPartner[]): string {
  const effect =
    "The statement keeps its number and prints VOID. You can then create a new settlement for this truck and date. This can't be undone."
  if (!others.length) return effect
  const named = others.map(({ number, truck }) => `statement ${number} (truck ${truck})`)
  return `It is offset with ${named.join(' and ')}: all become void in one step. ${effect}`
}
