import { FileSpreadsheet } from 'lucide-react'
import { useId } from 'react'
import type { Entity } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { IMPORT_ORDER } from '#core/transfer/guess-entity.ts'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import type { ChosenFile } from './queue.ts'
import { fileAddress } from '#web/api/client.ts'

type ChooseFileProps = {
  entity: Entity | undefined
  file: ChosenFile | undefined
  disabled: boolean
  checking: boolean
  /** Why the whole file cannot be read. */
  error: Error | null
  onChoose: (files: File[]) => void
  onRetry: (() => void) | undefined
}

export function ChooseFile(props: ChooseFileProps) {
  const { entity, file, disabled, checking, error, onChoose, onRetry } = props
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        CSV file
      </label>
      <FileInput
        id={id}
        multiple
        accept=".csv,.tsv,.txt,text/csv"
        disabled={disabled}
        aria-invalid={error !== null}
        aria-describedby={`${id}-state`}
        onChoose={(_, all) => onChoose(all)}
      />
      <div id={`${id}-state`} aria-live="polite" className="text-sm">
        {checking && <p className="text-muted">Checking {file?.name}...</p>}
        {error && !checking && <p className="font-medium text-danger-ink">{error.message}</p>}
      </div>
      {onRetry && !checking && (
        <Button variant="secondary" className="justify-self-start" onClick={onRetry}>
          Try Again
        </Button>
      )}
      {!file && (
        <p className="text-sm text-muted">
          Several files at once are imported in this order: {IMPORT_ORDER.join(', ')}.
        </p>
      )}
      {!file && entity && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <FileSpreadsheet aria-hidden className="size-4" />
          Need a template?
          <a
            download
            href={fileAddress(`/api/${entity.name}/import/sample.csv`)}
            className="font-medium text-accent-strong underline underline-offset-2"
          >
            Download a sample file
          </a>
        </p>
      )}
    </div>
  )
}
