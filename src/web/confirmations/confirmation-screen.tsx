import { FileText } from 'lucide-react'
import { useState } from 'react'
import { FILE_TYPES } from '#core/documents/documents.ts'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ReadConfirmation } from './read-confirmation.tsx'
import { useReading } from './use-reading.ts'

type ConfirmationScreenProps = { file?: File | undefined; onClose: () => void }

/** A new load from a rate confirmation: choose the file, then check what was read beside its pages (SPEC C124). */
export function ConfirmationScreen({ file: dropped, onClose }: ConfirmationScreenProps) {
  const [file, setFile] = useState(dropped)
  const read = useReading(file)
  if (read.status === 'read') return <ReadConfirmation read={read.read} onClose={onClose} />
  return (
    <Dialog
      open
      title="New Load from a Rate Confirmation"
      description="The PDF or photo is read here in your browser. Nothing is saved until you save."
      onOpenChange={(open) => !open && onClose()}
    >
      {read.status === 'reading' ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <FileText aria-hidden className="size-4" />
          Reading {file?.name}…
        </p>
      ) : (
        <ChooseFile
          problem={read.status === 'failed' ? read.message : undefined}
          onChoose={setFile}
        />
      )}
      <div className="flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

type ChooseFileProps = { problem: string | undefined; onChoose: (file: File) => void }

function ChooseFile({ problem, onChoose }: ChooseFileProps) {
  return (
    <div
      className="grid gap-3 rounded-md border border-dashed border-line-strong p-6"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        if (!file) return
        event.preventDefault()
        onChoose(file)
      }}
    >
      {problem !== undefined && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {problem}
        </p>
      )}
      <p className="text-sm text-muted">Drop the PDF or a photo here, or choose a file.</p>
      <FileInput
        aria-label="Rate confirmation (PDF or photo)"
        accept={FILE_TYPES.join(',')}
        onChoose={onChoose}
      />
    </div>
  )
}
