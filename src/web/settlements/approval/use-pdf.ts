import { settlementMessages } from '#core/settlements/messages.ts'
import { fileAddress } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { makePdf } from '#web/settlements/queries.ts'

/** Creates the PDF and opens it (SPEC A7, A8, B31). */
export function usePdf() {
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
