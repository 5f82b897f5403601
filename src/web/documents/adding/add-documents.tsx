import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ACCEPTED } from './accepted.ts'
import type { ConfirmFilesProps } from './confirm-files.tsx'
import { useDrop } from './use-drop.ts'

const ConfirmFiles = onDemand<ConfirmFilesProps>(
  async () => (await import('./confirm-files.tsx')).ConfirmFiles,
)

type AddDocumentsProps = { loadId: number | null }

/** A button for files, and the whole page as a place to drop them (SPEC C116). */
export function AddDocuments({ loadId }: AddDocumentsProps) {
  const [files, setFiles] = useState<File[]>()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDrop(setFiles, files === undefined)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-4" />
        Add Documents
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label="Documents to add"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          // Cleared, so that the same file can be chosen again.
          target.value = ''
          if (chosen.length) setFiles(chosen)
        }}
      />
      {isOver && (
        <div className="pointer-events-none fixed inset-2 z-40 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-surface/80">
          <p className="text-lg font-semibold">Drop the documents here</p>
        </div>
      )}
      {files && <ConfirmFiles {...{ files, loadId }} onClose={() => setFiles(undefined)} />}
    </>
  )
}
