import { useMutation } from '@tanstack/react-query'
import type { Invoice } from '#core/invoices/responses.ts'
import { request } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type ReviewButtonProps = { ids: number[]; onReview: (drafts: Invoice[]) => void }

/** Opens the selected drafts for approval. Other invoices are left out. */
export function ReviewButton({ ids, onReview }: ReviewButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => request<Invoice[]>('GET', `/api/invoices?id=${ids.join(',')}&limit=500`),
    onSuccess(invoices) {
      const drafts = invoices.filter(({ state }) => state === 'draft')
      if (drafts.length > 0) onReview(drafts)
      else toast('No selected invoice is a draft')
    },
    onError: ({ message }) => toastFailure("Couldn't read the invoices", message),
  })
  return (
    <Button aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      Approve…
    </Button>
  )
}
