import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useDrop } from '#web/documents/adding/use-drop.ts'
import { useUrlAction } from '#web/records/list/use-url-action.ts'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

const ConfirmationScreen = onDemand(
  async () => (await import('./confirmation-screen.tsx')).ConfirmationScreen,
)

/** The button of the loads list, and a PDF or photo dropped anywhere on it (SPEC C124). */
export function NewFromConfirmation() {
  const [opened, setOpened] = useState<{ file?: File }>()
  useUrlAction('confirmation', () => setOpened({}))
  const isOver = useDrop(([file]) => {
    if (!file) return
    if (isPdf(file) || isPicture(file)) setOpened({ file })
    else toastFailure('Only a PDF or a photo can be read here', `${file.name} is neither.`)
  }, opened === undefined)
  return (
    <>
      <Button
        variant="secondary"
        title="New load from a rate confirmation"
        onClick={() => setOpened({})}
      >
        <FileText aria-hidden className="size-4" />
        <span className="max-2xl:sr-only">From Rate Confirmation</span>
      </Button>
      {isOver && (
        <p className="pointer-events-none fixed inset-x-4 top-16 z-40 mx-auto max-w-md rounded-md border-2 border-dashed border-accent bg-surface p-4 text-center text-sm shadow-lg">
          Drop the rate confirmation to read it into a new load
        </p>
      )}
      {opened && <ConfirmationScreen file={opened.file} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function isPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || /\.hei[cf]$/i.test(name)
}

function isPdf({ type, name }: File): boolean {
  return type === 'application/pdf' || /\.pdf$/i.test(name)
}
