import { Camera, Images } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { DRIVER_KINDS, type DriverKind, type SentDocument } from '#core/documents/upload-links.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import { PhotoPages } from '#web/documents/photos/photo-pages.tsx'
import { isPdf } from '#web/documents/file-type.ts'
import { toPdf, usePhotos } from '#web/documents/photos/use-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { describeFailure } from './describe-failure.ts'
import { PdfList } from './pdf-list.tsx'
import { useSending, type Send } from './use-sending.ts'
import type { DriverWords } from './words/english.ts'

type SendPapersProps = {
  words: DriverWords
  send: Send
  onSent: (document: SentDocument) => void
}

/** Photographs pages, joins them and sends them as one document; made for a phone (SPEC C136). */
export function SendPapers({ words, send, onSent }: SendPapersProps) {
  const { photos, isReading, add, change } = usePhotos()
  const [pdfs, setPdfs] = useState<File[]>([])
  const [kind, setKind] = useState<DriverKind>('bol')
  const [notes, setNotes] = useState<{ failed?: string; sent?: DocumentKind }>({})
  // Each PDF is sent first, as its own document. Then the photographed pages are sent as one document.
  const [pdf] = pdfs
  const sending = useSending(send, (document) => {
    if (pdf) setPdfs(pdfs.slice(1))
    else change([])
    setNotes({ sent: document.kind })
    onSent(document)
  })
  const isSending = sending.state === 'sending'
  const hasPages = photos.length > 0 || pdf !== undefined
  useLeaveWarning(hasPages)

  function clear() {
    change([])
    setPdfs([])
    setNotes({})
  }

  async function choose(files: File[]) {
    sending.reset()
    setNotes({})
    const arePdfs = await Promise.all(files.map(isPdf))
    setPdfs((before) => [...before, ...files.filter((_, at) => arePdfs[at])])
    const failed = await add(files.filter((_, at) => !arePdfs[at]))
    if (failed.length)
      setNotes({ failed: words.notPicture(failed.map(({ name }) => name).join(', ')) })
  }

  function submit() {
    if (pdf) return void sending.start(pdf.name, kind, () => Promise.resolve(pdf))
    void sending.start('photos.pdf', kind, () => toPdf(photos))
  }

  return (
    <div className="grid gap-4">
      <Labeled label={words.kind} name="kind">
        {(aria) => (
          <Select
            {...aria}
            value={kind}
            disabled={isSending}
            options={DRIVER_KINDS.map((value) => ({ value, label: words.kinds[value] }))}
            onChange={(next) => {
              sending.reset()
              setKind(next as DriverKind)
            }}
          />
        )}
      </Labeled>
      {photos.length > 0 && (
        <fieldset disabled={isSending} className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">{words.pages(photos.length)}</legend>
          <PhotoPages
            photos={photos}
            words={words.photos}
            onChange={(next) => {
              sending.reset()
              change(next)
            }}
          />
        </fieldset>
      )}
      {pdfs.length > 0 && (
        <PdfList
          {...{ pdfs, words, isSending }}
          isOne={pdfs.length === 1 && photos.length === 0}
          onRemove={(removed) => {
            sending.reset()
            setPdfs(pdfs.filter((one) => one !== removed))
          }}
        />
      )}
      {isReading && (
        <p role="status" className="text-sm text-muted">
          {words.reading}
        </p>
      )}
      {notes.failed && (
        <p role="alert" className="text-sm text-danger-ink wrap-anywhere">
          {notes.failed}
        </p>
      )}
      {notes.sent && (
        <p role="status" className="text-sm font-medium text-good">
          {words.sent(words.kinds[notes.sent])}
        </p>
      )}
      {sending.state === 'failed' && (
        <p role="alert" className="text-sm text-danger-ink">
          {describeFailure(sending.error, words)}
        </p>
      )}
      {isSending && <Progress share={sending.share} words={words} />}
      {!isSending && (
        <div className="grid gap-2">
          <FileButtons {...{ words, hasPages }} onChoose={(files) => void choose(files)} />
          {hasPages && !isReading && (
            <>
              <Button className="h-12 w-full" onClick={sending.retry ?? submit}>
                {sending.retry
                  ? words.retry
                  : pdf
                    ? words.sendFile(pdf.name)
                    : words.send(photos.length)}
              </Button>
              <Button
                variant="ghost"
                className="w-full"
                onClick={() => {
                  sending.reset()
                  clear()
                }}
              >
                {words.discard}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

type FileButtonsProps = {
  words: DriverWords
  hasPages: boolean
  onChoose: (files: File[]) => void
}

/** The camera takes one page at a time. Several files can be chosen at once. */
function FileButtons({ words, hasPages, onChoose }: FileButtonsProps) {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const chosen = [...(currentTarget.files ?? [])]
    // Cleared, so that the same file can be chosen again.
    currentTarget.value = ''
    if (chosen.length) onChoose(chosen)
  }
  return (
    <>
      <Button
        variant={hasPages ? 'secondary' : 'primary'}
        className="h-12 w-full"
        onClick={() => camera.current?.click()}
      >
        <Camera aria-hidden className="size-5" />
        {hasPages ? words.addPage : words.photograph}
      </Button>
      <Button variant="secondary" className="w-full" onClick={() => files.current?.click()}>
        <Images aria-hidden className="size-4" />
        {words.chooseFiles}
      </Button>
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label={words.camera}
        onChange={take}
      />
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label={words.files}
        onChange={take}
      />
    </>
  )
}

function Progress({ share, words }: { share: number; words: DriverWords }) {
  const id = useId()
  const percent = Math.floor(share * 100)
  return (
    <div className="grid gap-1">
      <p id={id} className="text-sm">
        {words.sending} {words.progress(percent)}
      </p>
      <progress aria-labelledby={id} max={100} value={percent} className={PROGRESS_BAR} />
    </div>
  )
}

/** Asks before a reload, which would lose the pages. */
function useLeaveWarning(hasPages: boolean) {
  useEffect(() => {
    if (!hasPages) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasPages])
}
