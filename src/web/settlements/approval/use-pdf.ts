import { useMutation } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { refetchLists } from '#web/api/queries.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { makePdf } from '#web/settlements/queries.ts'

/** Makes the statement and opens it (SPEC A7, A8, B31). */
export function usePdf() {
  return useMutation({
    mutationFn: makePdf,
    onSuccess: (made) => {
      void refetchLists()
      if (!made?.pdfUrl) {
        const { pdfNotOpened, pdfWhere } = settlementMessages
        toastFailure(pdfNotOpened, pdfWhere)
        return
      }
      toast(settlementMessages.pdfMade, settlementMessages.pdfOpening)
      openPdf(made.pdfUrl)
    },
    onError: (error) => toastFailure(settlementMessages.pdfFailed, error.message),
  })
}

/** A new tab; this one where the browser blocks it. `noopener` would answer null for a tab that did open. */
function openPdf(url: string): void {
  if (!window.open(url, '_blank')) window.location.assign(url)
}
