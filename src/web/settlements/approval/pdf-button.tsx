import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { LoadedSettlement } from '#web/settlements/screen/sheet.ts'
import { usePdf } from './use-pdf.ts'

type PdfButtonProps = { sheet: LoadedSettlement | null; changed: boolean }

/** Only a saved settlement has a statement, and it shows what is saved (SPEC A4). */
export function PdfButton({ sheet, changed }: PdfButtonProps) {
  const { mutate, isPending } = usePdf()
  const id = useId()
  const billing = sheet?.billing ?? null
  const reason = billing ? changed && SAVED_ONLY : sheet && SAVE_FIRST
  return (
    <>
      <Button
        variant="secondary"
        disabled={billing === null}
        aria-describedby={reason ? id : undefined}
        onClick={() => billing && !isPending && mutate(billing.id)}
      >
        {isPending ? 'Generating...' : 'Generate PDF Invoice'}
      </Button>
      {reason && (
        <p id={id} className="text-xs text-muted">
          {reason}
        </p>
      )}
    </>
  )
}

const SAVE_FIRST = 'Save the settlement to make its PDF.'
const SAVED_ONLY = 'You have unsaved changes: the PDF shows the saved figures.'
