import { useId } from 'react'
import { FILES } from '#core/broker-checks/file-kinds.ts'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { Button } from '#web/ui/button.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useFileImport } from './use-file-import.ts'

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
      description="Motus Carrier, Motus Insur or Company Census, downloaded from data.transportation.gov as CSV. Only the rows of your brokers are kept."
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
