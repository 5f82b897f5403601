import { useMutation } from '@tanstack/react-query'
import type { Invoice } from '#core/invoices/responses.ts'
import { MAX_PACKETS, packetsZipPath } from '#core/packets/packets.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { saveFile } from '#web/api/save-file.ts'
import { readInvoices } from '#web/invoices/queries.ts'
import type { SendPurpose } from '#web/invoices/ready/send-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

/** What one step of the screen handles. */
export type Batch = { purpose: SendPurpose; invoices: Invoice[] }

type SelectionButtonsProps = { ids: number[]; onOpen: (batch: Batch) => void }

/** Approves the selected drafts, or downloads or sends the selected approved invoices (SPEC C246, C351). Others are left out. */
export function SelectionButtons({ ids, onOpen }: SelectionButtonsProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: (_purpose: SendPurpose) => readInvoices(ids),
    onSuccess(selected, purpose) {
      const needed = purpose === 'approve' ? 'draft' : 'approved'
      const invoices = selected.filter(({ state }) => state === needed)
      if (invoices.length > 0) onOpen({ purpose, invoices })
      else toast(purpose === 'approve' ? 'No selected invoice is a draft' : NONE_APPROVED)
    },
    onError: ({ message }) => toastFailure("Couldn't read the invoices", message),
  })
  const zip = useMutation({
    mutationFn: () => readInvoices(ids),
    onSuccess(selected) {
      const approved = selected.filter(({ state }) => state === 'approved').map(({ id }) => id)
      if (approved.length === 0) toast(NONE_APPROVED)
      else if (approved.length > MAX_PACKETS) toast(`At most ${MAX_PACKETS} packets at once`)
      else saveFile(packetsZipPath(approved))
    },
    onError: ({ message }) => toastFailure("Couldn't read the invoices", message),
  })
  return (
    <>
      <OnlyFor permission="export">
        <Button
          variant="secondary"
          aria-disabled={zip.isPending}
          onClick={() => !zip.isPending && zip.mutate()}
        >
          Download Packets (ZIP)
        </Button>
      </OnlyFor>
      <Button
        variant="secondary"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate('send')}
      >
        Send…
      </Button>
      <Button aria-disabled={isPending} onClick={() => !isPending && mutate('approve')}>
        Approve…
      </Button>
    </>
  )
}

const NONE_APPROVED = 'No selected invoice is approved'
