import { FileText } from 'lucide-react'
import { useState } from 'react'
import { FILE_TYPES } from '#core/documents/documents.ts'
import { typeText } from '#core/documents/type-text.ts'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ReadConfirmation } from './read-confirmation.tsx'
import { useReading } from './use-reading.ts'

type ConfirmationScreenProps = { file?: File | undefined; onClose: () => void }

/**
 * A new load from a rate confirmation: choose the file or paste the text, then check what was read beside its pages
 * (SPEC C124, C415).
 */
export function ConfirmationScreen({ file: dropped, onClose }: ConfirmationScreenProps) {
  const [file, setFile] = useState(dropped)
  const read = useReading(file)
  if (read.status === 'read') return <ReadConfirmation read={read.read} onClose={onClose} />
  return (
    <Dialog
      open
      title="New Load from a Rate Confirmation"
      description="The confirmation is read here in your browser. Nothing is saved until you save."
      onOpenChange={(open) => !open && onClose()}
    >
      {read.status === 'reading' ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <FileText aria-hidden className="size-4" />
          Reading {file?.name}…
        </p>
      ) : (
        <>
          <ChooseFile
            problem={read.status === 'failed' ? read.message : undefined}
            onChoose={setFile}
          />
          <PasteText onChoose={setFile} />
        </>
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

/** The longest text, in characters: some 30 pages. */
const LONGEST_TEXT = 200_000

/** An email or message without a file: its text becomes a PDF, which is read and stored like any other (SPEC C415). */
function PasteText({ onChoose }: { onChoose: (file: File) => void }) {
  const [text, setText] = useState('')
  const read = () => {
    const bytes = typeText(text) as Uint8Array<ArrayBuffer>
    onChoose(new File([bytes], 'Confirmation text.pdf', { type: 'application/pdf' }))
  }
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <Labeled name="text" label="Or paste the text of the broker’s email or message">
          {(aria) => (
            <TextArea
              {...aria}
              rows={5}
              maxLength={LONGEST_TEXT}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Labeled>
      </div>
      <Button variant="secondary" disabled={!text.trim()} onClick={read}>
        Read the Text
      </Button>
    </div>
  )
}
