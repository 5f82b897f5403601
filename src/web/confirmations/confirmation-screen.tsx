import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FILE_TYPES } from '#core/documents/documents.ts'
import { getEntity } from '#core/entities/entities.ts'
import { useCompany } from '#web/api/queries.ts'
import { useScan } from '#web/confirmations/scan/use-scan.ts'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ConfirmationForm } from './confirmation-form.tsx'
import { ChooseOne } from './choose-one.tsx'
import { LONGEST_TEXT, toTextPaper } from './mail/open-mail.ts'
import { MAIL_TYPES, useMail } from './mail/use-mail.ts'
import { readFile, readLoad, type ReadPaper, toOwnCompany } from './read-file.ts'
import { RevisionDialog } from './revision-dialog.tsx'
import { useKnownBroker, useKnownLoad } from './use-known.ts'

type ConfirmationScreenProps = { file?: File | undefined; onClose: () => void }

/**
 * A new load from a rate confirmation: choose the file or paste the text, then check what was read beside its pages
 * (SPEC C124, C415).
 */
export function ConfirmationScreen({ file: dropped, onClose }: ConfirmationScreenProps) {
  const [chosen, setChosen] = useState(dropped)
  const mail = useMail(chosen)
  const [paper, setPaper] = useState<{ of: File; file: File }>()
  const file = mail.status === 'mail' && paper?.of === chosen ? paper?.file : mail.file
  const read = useReading(file)
  if (read.status === 'read') return <ReadConfirmation read={read.read} onClose={onClose} />
  if (chosen && mail.status === 'mail' && !file)
    return (
      <ChooseOne
        title="This Email Has Several Files"
        description="Choose the rate confirmation. For another load, open the email again."
        options={mail.papers.map(({ name }) => name)}
        onChoose={(at) => {
          const file = mail.papers[at]
          if (file) setPaper({ of: chosen, file })
        }}
        onClose={onClose}
      />
    )
  const problem = mail.status === 'failed' ? mail.message : undefined
  return (
    <Dialog
      open
      title="New Load from a Rate Confirmation"
      description="The confirmation is read here in your browser. Nothing is saved until you save."
      onOpenChange={(open) => !open && onClose()}
    >
      {read.status === 'reading' || mail.status === 'opening' ? (
        <p role="status" className="flex items-center gap-2 text-sm text-muted">
          <FileText aria-hidden className="size-4" />
          Reading {chosen?.name}…
        </p>
      ) : (
        <>
          <ChooseFile
            problem={read.status === 'failed' ? read.message : problem}
            onChoose={setChosen}
          />
          <PasteText onChoose={setChosen} />
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
      <p className="text-sm text-muted">
        Drop the PDF, a photo or the saved email (.eml) here, or choose a file.
      </p>
      <FileInput
        aria-label="Rate confirmation (PDF, photo or .eml)"
        accept={[...FILE_TYPES, ...MAIL_TYPES].join(',')}
        onChoose={onChoose}
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
function useReading(file: File | undefined): ReadFile {
  const [state, setState] = useState<ReadFile>({ status: 'none' })
  const { data: company, isPending } = useCompany()
  const { name, emailDomain } = toOwnCompany(company)
  useEffect(() => {
    if (!file || isPending) return
    let opened: ReadPaper | undefined
    let isOver = false
    readFile(file, { name, emailDomain }).then(
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
  }, [file, isPending, name, emailDomain])
  return file && state.status === 'none' ? { status: 'reading' } : state
}

const entity = getEntity('loads')

type ReadConfirmationProps = { read: ReadPaper; onClose: () => void }

/**
 * Shows what the paper changes if its load is already known, else fills a new load (SPEC C124, C125). A form that is open
 * stays open: the user may have typed in it before a scan was read, and its own load is known after the save.
 */
function ReadConfirmation({ read: opened, onClose }: ReadConfirmationProps) {
  const [shown, setShown] = useState<'form' | 'revision'>()
  const scanned = useScan(opened)
  const [chosen, setChosen] = useState<{ of: ReadPaper; read: ReadPaper }>()
  // A scan has its loads only once it is read.
  const { scan } = scanned
  const read = chosen?.of === scanned.read ? chosen.read : scanned.read
  const loads = read === scanned.read ? read.reading.loads : undefined
  const broker = useKnownBroker(read.reading)
  const load = useKnownLoad(read.reading, broker)
  const isKnown = broker !== undefined && load !== undefined
  const choose = loads && (
    // Their values are never mixed (SPEC C410).
    <ChooseOne
      title="This Confirmation Has Several Loads"
      description="Choose the load to enter. For the others, open the same file again."
      options={loads.map((load) => `Load ${load}`)}
      onChoose={(at) =>
        setChosen({ of: scanned.read, read: readLoad(scanned.read, loads[at] ?? '') })
      }
      onClose={onClose}
    />
  )
  if (choose && shown === undefined) return choose
  if (shown === undefined && isKnown) setShown(load ? 'revision' : 'form')
  if (shown === undefined) return null
  if (shown === 'revision' && load) {
    return <RevisionDialog {...{ entity, read, load, onClose }} onNew={() => setShown('form')} />
  }
  const known = scan?.status === 'read' && load ? load : null
  return (
    <>
      <ConfirmationForm
        entity={entity}
        {...{ read, scan, onClose }}
        broker={broker ?? null}
        known={
          known ? { name: String(known.loadId), onCompare: () => setShown('revision') } : undefined
        }
      />
      {choose}
    </>
  )
}
