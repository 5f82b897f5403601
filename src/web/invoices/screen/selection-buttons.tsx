import type { Invoice } from '#core/invoices/responses.ts'
import { MAX_PACKETS, packetsZipPath } from '#core/packets/packets.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { saveFile } from '#web/api/save-file.ts'
import { useAction } from '#web/api/use-action.ts'
import { readInvoices } from '#web/invoices/queries.ts'
import type { SendPurpose } from '#web/invoices/ready/send-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

/** What one step of the screen handles. */
export type Batch = { purpose: SendPurpose; invoices: Invoice[] }

type SelectionButtonsProps = { ids: number[]; onOpen: (batch: Batch) => void }

/** Approves the selected drafts, or downloads or sends the selected approved invoices (SPEC C246, C351). Others are left out. */
export function SelectionButtons({ ids, onOpen }: SelectionButtonsProps) {
  const reading = { failed: "Couldn't read the invoices", refetch: 'nothing' } as const
  const { run, busy } = useAction({
    ...reading,
    send: (_purpose: SendPurpose) => readInvoices(ids),
    onDone(selected, purpose) {
      const needed = purpose === 'approve' ? 'draft' : 'approved'
      const invoices = selected.filter(({ state }) => state === needed)
      if (invoices.length > 0) onOpen({ purpose, invoices })
      else toast(purpose === 'approve' ? 'No selected invoice is a draft' : NONE_APPROVED)
    },
  })
  const zip = useAction({
    ...reading,
    send: () => readInvoices(ids),
    onDone(selected) {
      const approved = selected.filter(({ state }) => state === 'approved').map(({ id }) => id)
      if (approved.length === 0) toast(NONE_APPROVED)
      else if (approved.length > MAX_PACKETS) toast(`At most ${MAX_PACKETS} packets at once`)
      else saveFile(packetsZipPath(approved))
    },
  })
  return (
    <>
      <OnlyFor permission="export">
        <Button variant="secondary" aria-disabled={zip.busy} onClick={() => zip.run()}>
          Download Packets (ZIP)
        </Button>
      </OnlyFor>
      <Button variant="secondary" aria-disabled={busy} onClick={() => run('send')}>
        Send…
      </Button>
      <Button aria-disabled={busy} onClick={() => run('approve')}>
        Approve…
      </Button>
    </>
  )
}

const NONE_APPROVED = 'No selected invoice is approved'
