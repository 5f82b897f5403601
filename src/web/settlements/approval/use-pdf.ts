import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { fileAddress } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { makePdf } from '#web/settlements/queries.ts'

/** Creates the PDF and opens it (SPEC A7, A8, B31). */
export function usePdf() {
  return useMutation({
    mutationFn: makePdf,
    onSuccess: (created) => {
      void refetchLists()
      if (!created?.pdfUrl) {
        const { pdfNotOpened, pdfWhere } = settlementMessages
        toastFailure(pdfNotOpened, pdfWhere)
        return
      }
      toast(settlementMessages.pdfMade, settlementMessages.pdfOpening)
      openPdf(fileAddress(created.pdfUrl))
    },
    onError: (error) => toastFailure(settlementMessages.pdfFailed, error.message),
  })
}

/** Opens a new tab, or uses this one if the browser blocks it. With `noopener`, `open` returns null for a tab that did open. */
function openPdf(url: string): void {
  if (!window.open(url, '_blank')) window.location.assign(url)
}
