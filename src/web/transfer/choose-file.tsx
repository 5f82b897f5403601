import { FileSpreadsheet } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ImportListName } from '#core/transfer/import-list.ts'
import { importPath } from '#core/transfer/lists.ts'
import { SHEET_FILES } from '#core/transfer/workbook.ts'
import { FileInput } from '#web/ui/inputs/file-input.tsx'
import type { ChosenFile } from './queue.ts'
import { fileAddress } from '#web/api/client.ts'

type ChooseFileProps = {
  /** The list of the screen. */
  screenList: ImportListName | undefined
  /** The lists that the user can import, in their order. */
  lists: readonly ImportListName[]
  file: ChosenFile | undefined
  disabled: boolean
  checking: boolean
  /** Why the whole file cannot be read. */
  error: Error | null
  onChoose: (files: File[]) => void
  onRetry: (() => void) | undefined
}

export function ChooseFile(props: ChooseFileProps) {
  const { screenList, lists, file, disabled, checking, error, onChoose, onRetry } = props
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        CSV file or Excel workbook
      </label>
      <FileInput
        id={id}
        multiple
        accept={SHEET_FILES}
        disabled={disabled}
        aria-invalid={error !== null}
        aria-describedby={`${id}-state`}
        onChoose={(_, all) => onChoose(all)}
      />
      <div id={`${id}-state`} aria-live="polite" className="text-sm">
        {checking && <p className="text-muted">Checking {file?.name ?? 'the file'}...</p>}
        {error && !checking && <p className="font-medium text-danger-ink">{error.message}</p>}
      </div>
      {onRetry && !checking && (
        <Button variant="secondary" className="justify-self-start" onClick={onRetry}>
          Try Again
        </Button>
      )}
      {!file && (
        <p className="text-sm text-muted">
          Several files at once are imported in this order: {lists.join(', ')}.
        </p>
      )}
      {!file && screenList && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <FileSpreadsheet aria-hidden className="size-4" />
          Need a template?
          <SampleLinks name={screenList} label="Download a sample file" />
          {screenList === 'loads' && lists.includes('charges') && (
            <>
              For the charges of loads:
              <SampleLinks name="charges" label="Charges sample file" />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function SampleLinks({ name, label }: { name: ImportListName; label: string }) {
  const path = `${importPath(name)}/sample`
  return (
    <>
      <SampleLink href={`${path}.csv`}>{label}</SampleLink>
      <SampleLink href={`${path}.xlsx`}>
        <span className="sr-only">{label}, </span>
        Excel
      </SampleLink>
    </>
  )
}

function SampleLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a
      download
      href={fileAddress(href)}
      className="font-medium text-accent-strong underline underline-offset-2"
      {...rest}
    />
  )
}
