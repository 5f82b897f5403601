import { useId } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import { fileAddress } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { makePdf } from '#web/settlements/queries.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

const SAVE_FIRST = 'Save to create the PDF.'
const SAVED_ONLY = "Unsaved changes won't be on the PDF."

/** Only a saved settlement has a PDF, and it shows the saved amounts (SPEC A4). */
export function PdfButton() {
  const { loaded, hasChanges } = useSettlement()
  const { run, busy } = usePdf()
  const id = useId()
  const billing = loaded?.billing ?? null
  const hint = billing ? hasChanges && SAVED_ONLY : loaded && SAVE_FIRST
  return (
    <>
      <Button
        variant="secondary"
        disabled={billing === null}
        aria-describedby={hint ? id : undefined}
        onClick={() => billing && run(billing.id)}
      >
        {busy ? 'Generating...' : 'Generate PDF Invoice'}
      </Button>
      {hint && (
        <p id={id} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </>
  )
}

/** Creates the PDF and opens it (SPEC A7, A8, B31). */
function usePdf() {
  return useAction({
    send: makePdf,
    failed: settlementMessages.pdfFailed,
    onDone: (created) => {
      if (!created?.pdfUrl) {
        const { pdfNotOpened, pdfWhere } = settlementMessages
        toastFailure(pdfNotOpened, pdfWhere)
        return
      }
      toast(settlementMessages.pdfMade, settlementMessages.pdfOpening)
      openPdf(fileAddress(created.pdfUrl))
    },
  })
}

/** Opens a new tab, or uses this one if the browser blocks it. With `noopener`, `open` returns null for a tab that did open. */
function openPdf(url: string): void {
  if (!window.open(url, '_blank')) window.location.assign(url)
}
