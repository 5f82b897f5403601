import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
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
import { ChooseOne } from './choose-one.tsx'
import { MAIL_TYPES } from './mail/is-mail.ts'
import { LONGEST_TEXT, toTextPaper } from './mail/open-mail.ts'
import { useMail } from './mail/use-mail.ts'
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
  const mail = useMail(paper.file)
  const read = useReading(mail.file ? { ...paper, file: mail.file } : paper.file ? {} : paper)
  if (read.status === 'read') return <ReadConfirmation read={read.read} {...props} />
  if (mail.status === 'mail')
    return (
      <ChooseOne
        title={`This Email Has Several Files${place}`}
        description="Choose the rate confirmation. For another load, open the email again."
        options={mail.papers.map(({ name }) => name)}
        onChoose={(at) => onFiles(mail.papers.slice(at, at + 1))}
        onClose={onClose}
      />
    )
  const problem = read.status === 'failed' ? read.message : undefined
  return (
    <Dialog
      open
      title={`New Load from a Rate Confirmation${place}`}
      description="The confirmation is read here in your browser. Nothing is saved until you save."
      onOpenChange={(open) => !open && onClose()}
    >
      {read.status === 'reading' || mail.status === 'opening' ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <FileText aria-hidden className="size-4" />
          Reading {paper.file?.name ?? paper.stored?.originalName}…
        </p>
      ) : (
        <>
          <ChooseFile
            problem={mail.status === 'failed' ? mail.message : problem}
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
        Drop PDFs, photos or saved emails (.eml) here, or choose files. Each becomes a load.
      </p>
      <FileInput
        aria-label="Rate confirmation (PDF or photo)"
        accept={`${ACCEPTED},${MAIL_TYPES}`}
        multiple
        onChoose={(_, all) => onChoose(all)}
      />
    </div>
  )
}

/** An email or message without a file: its text becomes a PDF, which is read and stored like any other (SPEC C415). */
function PasteText({ onChoose }: { onChoose: (file: File) => void }) {
  const [text, setText] = useState('')
  const read = () => onChoose(toTextPaper(text, 'Confirmation text.pdf'))
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
    // Their values are never mixed (SPEC C410).
    <ChooseOne
      title={`This Confirmation Has Several Loads${rest.place}`}
      description="Choose the load to enter. For the others, open the same file again."
      options={loads.map((load) => `Load ${load}`)}
      onChoose={(at) =>
        setChosen({ of: scanned.read, read: readLoad(scanned.read, loads[at] ?? '') })
      }
      onClose={rest.onClose}
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
