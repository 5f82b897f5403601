import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useDrop } from '#web/documents/adding/use-drop.ts'
import { isPdf, isPicture } from '#web/documents/file-type.ts'
import { useUrlAction } from '#web/records/list/use-url-action.ts'
import { Button } from '#web/ui/button.tsx'
import { isMail } from './mail/open-mail.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

const ConfirmationScreen = onDemand(
  async () => (await import('./confirmation-screen.tsx')).ConfirmationScreen,
)

type QueuedFile = { id: number; file?: File }

/** The button on the loads list. PDFs, photos and saved emails that are dropped on the list open one after the other (SPEC C124). */
export function NewFromConfirmation() {
  // The first file is open; the others are next.
  const [queue, setQueue] = useState<QueuedFile[]>([])
  const [opened] = queue
  const openEmpty = () => setQueue([{ id: 0 }])
  useUrlAction('confirmation', openEmpty)
  const open = async (files: File[]) => {
    const { readable, others } = await sortReadable(files)
    setQueue(readable.map((file, id) => ({ id, file })))
    if (others.length)
      toastFailure(
        'Only PDFs, photos and emails can be read here',
        others.map(({ name }) => name).join(', '),
      )
  }
  const isOver = useDrop((files) => void open(files), opened === undefined)
  return (
    <>
      <Button variant="secondary" title="New load from a rate confirmation" onClick={openEmpty}>
        <FileText aria-hidden className="size-4" />
        <span className="max-2xl:sr-only">From Rate Confirmation</span>
      </Button>
      {isOver && (
        <p className="pointer-events-none fixed inset-x-4 top-16 z-40 mx-auto max-w-md rounded-md border-2 border-dashed border-accent bg-surface p-4 text-center text-sm shadow-lg">
          Drop rate confirmations here: each becomes a new load
        </p>
      )}
      {opened && (
        <ConfirmationScreen
          key={opened.id}
          file={opened.file}
          onClose={() => setQueue(queue.slice(1))}
        />
      )}
    </>
  )
}

async function sortReadable(files: File[]): Promise<{ readable: File[]; others: File[] }> {
  const isReadable = await Promise.all(
    files.map(async (file) => (await isPdf(file)) || (await isPicture(file)) || isMail(file)),
  )
  return {
    readable: files.filter((_, at) => isReadable[at]),
    others: files.filter((_, at) => !isReadable[at]),
  }
}
