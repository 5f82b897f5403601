import { FileSpreadsheet } from 'lucide-react'
import { useId } from 'react'
import type { Entity } from '#core/entity.ts'
import { Button } from '#web/ui/button.tsx'
import type { ChosenFile } from './use-import.ts'

type ChooseFileProps = {
  entity: Entity
  file: ChosenFile | undefined
  disabled: boolean
  checking: boolean
  /** Why the file cannot be read as a whole. */
  error: Error | null
  onChoose: (file: File) => void
  onRetry: (() => void) | undefined
}

const FIELD =
  'w-full rounded-md border border-line-strong bg-field text-sm file:mr-3 file:h-9 file:cursor-pointer file:border-0 file:border-r file:border-line-strong file:bg-head file:px-3.5 file:font-medium file:text-ink disabled:opacity-60 aria-invalid:border-danger-ink'

export function ChooseFile({ entity, file, disabled, checking, error, ...does }: ChooseFileProps) {
  const { onChoose, onRetry } = does
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        CSV file
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className={FIELD}
        disabled={disabled}
        aria-invalid={error !== null}
        aria-describedby={`${id}-state`}
        onClick={(event) => {
          // The corrected file has the same name: without this, choosing it again would be no change.
          event.currentTarget.value = ''
        }}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) onChoose(chosen)
        }}
      />
      <div id={`${id}-state`} aria-live="polite" className="text-sm">
        {checking && <p className="text-muted">Checking {file?.name}...</p>}
        {error && !checking && <p className="font-medium text-danger-ink">{error.message}</p>}
      </div>
      {onRetry && !checking && (
        <Button variant="secondary" className="justify-self-start" onClick={onRetry}>
          Try again
        </Button>
      )}
      {!file && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <FileSpreadsheet aria-hidden className="size-4" />
          New to this?
          <a
            download
            href={`/api/${entity.name}/import/sample.csv`}
            className="font-medium text-accent-strong underline underline-offset-2"
          >
            Download a sample file
          </a>
        </p>
      )}
    </div>
  )
}
