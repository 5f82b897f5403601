import { useId } from 'react'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'
import { usePdf } from './use-pdf.ts'

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
