import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { typeText } from '#core/documents/type-text.ts'
import { getEntity } from '#core/entities/entities.ts'
import { useCompany } from '#web/api/queries.ts'
import { useScan } from '#web/confirmations/scan/use-scan.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ConfirmationForm } from './confirmation-form.tsx'
import type { Paper } from './papers.ts'
import { fetchStored } from './stored/fetch-stored.ts'
import { readFile, readLoad, type ReadPaper, toOwnCompany } from './read-file.ts'
import { RevisionDialog } from './revision-dialog.tsx'
import { useKnownBroker, useKnownLoad } from './use-known.ts'

type ConfirmationScreenProps = {
  paper: Paper
  /** Added to titles, if there are several papers: " (2 of 5)". */
  place: string
  /** Takes files instead of this paper. */
  onFiles: (files: File[]) => void
  /** Called once the load is saved. */
  onSaved: () => void
  onClose: () => void
}

/**
 * A new load from a rate confirmation: choose the file or paste the text, then check what was read beside its pages
 * (SPEC C124, C415).
 */
export function ConfirmationScreen(props: ConfirmationScreenProps) {
  const { paper, place, onFiles, onClose } = props
  const read = useReading(paper)
  if (read.status === 'read') return <ReadConfirmation read={read.read} {...props} />
  return (
    <Dialog
      open
      title={`New Load from a Rate Confirmation${place}`}
      description="The confirmation is read here in your browser. Nothing is saved until you save."
      onOpenChange={(open) => !open && onClose()}
    >
      {read.status === 'reading' ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <FileText aria-hidden className="size-4" />
          Reading {paper.file?.name ?? paper.stored?.originalName}…
        </p>
      ) : (
        <>
          <ChooseFile
            problem={read.status === 'failed' ? read.message : undefined}
            onChoose={onFiles}
          />
          <PasteText onChoose={(file) => onFiles([file])} />
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

type ChooseFileProps = { problem: string | undefined; onChoose: (files: File[]) => void }

function ChooseFile({ problem, onChoose }: ChooseFileProps) {
  return (
    <div
      className="grid gap-3 rounded-md border border-dashed border-line-strong p-6"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files]
        if (!files.length) return
        event.preventDefault()
        onChoose(files)
      }}
    >
      {problem !== undefined && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {problem}
        </p>
      )}
      <p className="text-sm text-muted">
        Drop PDFs or photos here, or choose files. Each becomes a load.
      </p>
      <FileInput
        aria-label="Rate confirmation (PDF or photo)"
        accept={ACCEPTED}
        multiple
        onChoose={(_, all) => onChoose(all)}
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

type ReadFile =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'failed'; message: string }
  | { status: 'read'; read: ReadPaper }

/** Opens and reads a PDF or photo in the browser. */
function useReading({ file, stored }: Paper): ReadFile {
  const [state, setState] = useState<ReadFile>({ status: 'none' })
  const { data: company, isPending } = useCompany()
  const { name, emailDomain } = toOwnCompany(company)
  useEffect(() => {
    if (isPending) return
    const opening = file ? Promise.resolve(file) : stored && fetchStored(stored)
    if (!opening) return
    let opened: ReadPaper | undefined
    let isOver = false
    opening
      .then((found) => readFile(found, { name, emailDomain }))
      .then(
        (read) => {
          opened = read
          if (isOver) return read.pdf.close()
          setState({ status: 'read', read })
        },
        (error: Error) => {
          if (!isOver) setState({ status: 'failed', message: error.message })
        },
      )
    return () => {
      isOver = true
      opened?.pdf.close()
    }
  }, [file, stored, isPending, name, emailDomain])
  return (file || stored) && state.status === 'none' ? { status: 'reading' } : state
}

const entity = getEntity('loads')

type ReadConfirmationProps = Omit<ConfirmationScreenProps, 'onFiles'> & { read: ReadPaper }

/**
 * Shows what the paper changes if its load is already known, else fills a new load (SPEC C124, C125). A form that is open
 * stays open: the user may have typed in it before a scan was read, and its own load is known after the save.
 */
function ReadConfirmation({ read: opened, paper, ...rest }: ReadConfirmationProps) {
  const [shown, setShown] = useState<'form' | 'revision'>()
  const scanned = useScan(opened)
  const [chosen, setChosen] = useState<{ of: ReadPaper; read: ReadPaper }>()
  // A scan has its loads only once it is read.
  const { scan } = scanned
  const read = chosen?.of === scanned.read ? chosen.read : scanned.read
  const loads = read === scanned.read ? read.reading.loads : undefined
  const broker = useKnownBroker(read.reading)
  const load = useKnownLoad(read.reading, broker)
  const shared = { entity, read, stored: paper.stored, ...rest }
  const isKnown = broker !== undefined && load !== undefined
  const choose = loads && (
    <ChooseLoad
      {...{ loads, ...rest }}
      onChoose={(load) => setChosen({ of: scanned.read, read: readLoad(scanned.read, load) })}
    />
  )
  if (choose && shown === undefined) return choose
  if (shown === undefined && isKnown) setShown(load ? 'revision' : 'form')
  if (shown === undefined) return null
  if (shown === 'revision' && load) {
    return <RevisionDialog {...{ load, ...shared }} onNew={() => setShown('form')} />
  }
  const known = scan?.status === 'read' && load ? load : null
  return (
    <>
      <ConfirmationForm
        {...{ scan, ...shared }}
        broker={broker ?? null}
        known={
          known ? { name: String(known.loadId), onCompare: () => setShown('revision') } : undefined
        }
      />
      {choose}
    </>
  )
}

type ChooseLoadProps = {
  loads: readonly string[]
  place: string
  onChoose: (load: string) => void
  onClose: () => void
}

/** A paper with several loads: the person chooses the one to enter, so that their values are never mixed (SPEC C410). */
function ChooseLoad({ loads, place, onChoose, onClose }: ChooseLoadProps) {
  return (
    <Dialog
      open
      title={`This Confirmation Has Several Loads${place}`}
      description="Choose the load to enter. For the others, open the same file again."
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="flex flex-wrap gap-2">
        {loads.map((load) => (
          <Button key={load} variant="secondary" onClick={() => onChoose(load)}>
            Load {load}
          </Button>
        ))}
      </div>
      <div className="flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
