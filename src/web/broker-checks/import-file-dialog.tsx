import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ImportedFile } from '#core/broker-checks/checks.ts'
import { dayOfName, findFileDayError } from '#core/broker-checks/file-day.ts'
import { FILES } from '#core/broker-checks/file-kinds.ts'
import type { NumberKey } from '#core/broker-checks/numbers.ts'
import { openPicker, type PickedFile } from '#core/broker-checks/pick-rows.ts'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { allChecksQuery } from './queries.ts'

/** Imports a file that the user downloaded from FMCSA or DOT (SPEC C229). */
export function ImportFileDialog({ onClose }: { onClose: () => void }) {
  const model = useFileImport()
  const { day, setDay, reading, storing, choose, store } = model
  const fileId = useId()
  const close = () => {
    model.stop()
    onClose()
  }
  const stored = storing.result
  return (
    <Dialog
      open
      title="Import FMCSA File"
      description="The broker authority file (Motus Carrier), the bond file (Motus Insur) or the company census (Company Census), downloaded from data.transportation.gov as CSV. Only the rows of your brokers are kept."
      onOpenChange={(open) => !open && close()}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (stored) close()
          else store()
        }}
      >
        <div className="grid gap-2">
          <label htmlFor={fileId} className="text-sm font-medium">
            CSV file
          </label>
          <FileInput
            id={fileId}
            accept=".csv,.txt,text/csv"
            disabled={storing.busy}
            aria-invalid={reading.isError}
            aria-describedby={`${fileId}-state`}
            onChoose={choose}
          />
          <div id={`${fileId}-state`} aria-live="polite" className="text-sm wrap-anywhere">
            <FileState model={model} />
          </div>
        </div>
        {reading.isPending && (
          <progress
            aria-label="Reading the file"
            className={PROGRESS_BAR}
            value={model.share}
            max={1}
          />
        )}
        {reading.data && !stored && (
          <Labeled
            label="File Day"
            name="day"
            required
            hint="The day on which you downloaded the file"
            error={model.dayError}
          >
            {(aria) => <DayInput {...aria} value={day} onChange={setDay} />}
          </Labeled>
        )}
        {stored && (
          <p role="status" className="text-sm">
            {FILES[stored.kind].label}, file of {formatDay(stored.day)}:{' '}
            {pluralize(stored.found, 'broker')} found, {stored.absent} not in this file.
          </p>
        )}
        <div className="flex justify-end gap-2">
          {!stored && (
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
          )}
          <Button type="submit" disabled={!reading.data || storing.busy}>
            {stored ? 'Done' : storing.busy ? 'Importing...' : 'Import'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function FileState({ model }: { model: ReturnType<typeof useFileImport> }) {
  const { reading, storing, share } = model
  if (reading.isPending)
    return <p className="text-muted">Reading the file: {Math.floor(share * 100)}%</p>
  const failed = reading.error ?? (model.dayError ? null : storing.error)
  if (failed) return <p className="font-medium text-danger-ink">{failed.message}</p>
  if (!reading.data || storing.result) return null
  const { kind, rowCount, rows } = reading.data
  return (
    <p className="text-muted">
      {FILES[kind].label}: {pluralize(rowCount, 'row')}, {rows.length.toLocaleString('en-US')} about
      your brokers.
    </p>
  )
}

type FileRows = PickedFile & { name: string; searched: string[] }

const LONGEST_NAME = 200

function useFileImport() {
  const [day, setDay] = useState('')
  const [share, setShare] = useState(0)
  const [submitted, setSubmitted] = useState(false)
  const abort = useRef<AbortController>(null)

  const reading = useMutation({
    mutationFn: async (file: File): Promise<FileRows> => {
      abort.current?.abort()
      const current = new AbortController()
      abort.current = current
      setShare(0)
      setDay(dayOfName(file.name) ?? '')
      // Fetches the brokers again: another member may have added one.
      const { keys } = await queryClient.fetchQuery({ ...allChecksQuery, staleTime: 0 })
      const options = { keys, onProgress: setShare, signal: current.signal }
      return { ...(await readFmcsaFile(file, options)), name: cleanName(file.name), searched: keys }
    },
  })

  const storing = useAction({
    send: ({ kind: _kind, titles, rows, rowCount, name, searched }: FileRows, { key }) =>
      request<ImportedFile>('POST', '/api/broker-checks/files', {
        body: { titles, rows, rowCount, name, searched, day },
        headers: { 'Idempotency-Key': key },
      }),
    refetch: refetchLists,
  })

  return {
    day,
    setDay,
    share,
    reading,
    storing,
    choose(file: File) {
      storing.reset()
      setSubmitted(false)
      reading.mutate(file)
    },
    /** Why the day can't be stored: the browser's own check, then the server's. */
    dayError: submitted ? (findFileDayError(day, today()) ?? storing.fields.day?.[0]) : undefined,
    store() {
      setSubmitted(true)
      if (reading.data && !findFileDayError(day, today())) storing.run(reading.data)
    },
    stop() {
      abort.current?.abort()
    },
  }
}

/** Removes control characters and the like, which Haulbook does not store in a text. */
function cleanName(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').trim().slice(0, LONGEST_NAME) || 'file.csv'
}

// Reads a file of FMCSA or DOT from the disk in pieces: it can be hundreds of megabytes large (SPEC C229).

type Reading = {
  keys: readonly NumberKey[]
  /** The share of the file that was read, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Throws UnreadableFile, or the signal's reason if it was aborted. */
async function readFmcsaFile(
  file: Blob,
  { keys, onProgress, signal }: Reading,
): Promise<PickedFile> {
  const picker = openPicker(new Set(keys))
  // Also drops the byte order mark.
  const decoder = new TextDecoder()
  let read = 0
  for (let from = 0; from < file.size; from += PIECE) {
    signal.throwIfAborted()
    const bytes = await file.slice(from, from + PIECE).arrayBuffer()
    picker.push(decoder.decode(bytes, { stream: true }))
    read += bytes.byteLength
    onProgress(read / file.size)
  }
  picker.push(decoder.decode())
  return picker.end()
}

/** In bytes. Reading a piece takes a few hundredths of a second, so the page stays responsive. */
const PIECE = 2 * 1024 * 1024
