import { FileText } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUrlAction } from '#web/records/list/use-url-action.ts'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

const ConfirmationScreen = onDemand(
  async () => (await import('./confirmation-screen.tsx')).ConfirmationScreen,
)

/** The button of the loads list, and a PDF dropped anywhere on it (SPEC C124). */
export function NewFromConfirmation() {
  const [opened, setOpened] = useState<{ file?: File }>()
  useUrlAction('confirmation', () => setOpened({}))
  useDroppedFile((file) => {
    if (opened) return
    if (isPdf(file)) setOpened({ file })
    else toastFailure('Only a PDF can be read here', `${file.name} is not a PDF.`)
  })
  return (
    <>
      <Button
        variant="secondary"
        title="New load from a rate confirmation"
        onClick={() => setOpened({})}
      >
        <FileText aria-hidden className="size-4" />
        <span className="max-xl:sr-only">From Rate Confirmation</span>
      </Button>
      {opened && <ConfirmationScreen file={opened.file} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function isPdf({ type, name }: File): boolean {
  return type === 'application/pdf' || /\.pdf$/i.test(name)
}

/** Without this, the browser would leave the page and open the file. */
function useDroppedFile(onFile: (file: File) => void): void {
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file || event.defaultPrevented) return
      event.preventDefault()
      take(file)
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', drop)
    }
  }, [])
}
