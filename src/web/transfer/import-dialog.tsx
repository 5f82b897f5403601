import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Entity } from '#core/entities/entity.ts'
import { pluralize, pluralizeRecords } from '#core/pluralize.ts'
import type { ImportList, ImportListName } from '#core/transfer/import-list.ts'
import type {
  CellErrors,
  ColumnMatch,
  ErrorCause,
  ImportCheck,
  ImportProgress,
  RowCounts,
} from '#core/transfer/import.ts'
import { listImportable } from '#core/transfer/lists.ts'
import { request } from '#web/api/client.ts'
import { usePermissions } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { listTargets, matchColumn } from './column-match.ts'
import { describeAction, describeReady } from './describe-plan.ts'
import { FileList } from './file-list.tsx'
import type { ImportChoices } from './import-choices.ts'
import { LineNumber, LineTable } from './line-table.tsx'
import { PlanChoices } from './plan-choices.tsx'
import { PlanNotices } from './plan-notices.tsx'
import { Preview } from './preview.tsx'
import type { QueuedFile } from './queue.ts'
import { useImport } from './use-import.ts'

/** `entity`: the list of the screen. Without it, the column titles of each file determine its list. */
type ImportDialogProps = { entity?: Entity; onClose: () => void }

/** Imports CSV files and workbooks in three steps: choose them, check each, import it (SPEC B51, B52, C60). */
export function ImportDialog({ entity: screenEntity, onClose }: ImportDialogProps) {
  const lists = listImportable(usePermissions())
  const screen = screenEntity?.name
  const { file, files, entity, result, errors, choices, ...actions } = useImport(
    { screenList: screen, lists },
    onClose,
  )
  const { opening, checking, importing } = actions
  const waiting = files.filter(({ done }) => done === undefined).length - 1
  const isReady =
    checking.isSuccess && errors?.errorCount === 0 && (waiting > 0 || changesRows(result))
  return (
    <Dialog
      open
      wide
      title={screenEntity && files.length < 2 ? `Import ${entity.title}` : 'Import Files'}
      description="Choose an Excel workbook or a CSV file. If any row has an error, nothing is imported."
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid min-w-0 gap-5">
        <ChooseFile
          screenList={screen}
          lists={lists}
          file={file}
          disabled={importing.isPending}
          checking={opening.isPending || checking.isPending}
          error={opening.error ?? checking.error}
          onChoose={actions.chooseFiles}
          onRetry={actions.checkAgain}
        />
        {showsFiles(files, screen) && (
          <FileList
            files={files}
            lists={lists}
            current={file}
            disabled={importing.isPending}
            onChange={actions.changeEntity}
            onRemove={actions.remove}
          />
        )}
        {importing.isPending && (
          <ImportProgressBar entity={entity} importKey={importing.variables.file.key} />
        )}
        {file && result && !importing.isPending && (
          <Plan {...{ entity, result, choices, actions }}>
            {!checking.isError && (
              <ErrorTable entity={entity} counts={result.counts} errors={errors} />
            )}
          </Plan>
        )}
      </div>
      <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-surface p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button variant="secondary" onClick={onClose}>
          {importing.isPending ? 'Close' : 'Cancel'}
        </Button>
        <Button disabled={!isReady || importing.isPending} onClick={actions.startImport}>
          {importing.isPending ? 'Importing...' : describeAction(entity, result, waiting)}
        </Button>
      </div>
    </Dialog>
  )
}

/** Whether to list the files. A single file for the screen's list is not listed. */
function showsFiles(files: QueuedFile[], screen: ImportListName | undefined): boolean {
  return files.length > 1 || files.some(({ entity }) => entity !== screen)
}

function changesRows(result: ImportCheck | undefined): boolean {
  return result !== undefined && result.counts.new + result.counts.changed > 0
}

type PlanProps = {
  entity: ImportList
  result: ImportCheck
  choices: ImportChoices
  actions: Pick<ReturnType<typeof useImport>, 'choose' | 'match'>
  children: ReactNode
}

/** What the import of a file would do, and what the user can choose. */
function Plan({ entity, result, choices, actions, children }: PlanProps) {
  return (
    <>
      {children}
      <PlanNotices entity={entity} result={result} />
      <PlanChoices entity={entity} result={result} choices={choices} onChoose={actions.choose} />
      <ColumnMatching entity={entity} result={result} onMatch={actions.match} />
      <Preview entity={entity} result={result} />
    </>
  )
}

const INTERVAL_MS = 500

type ImportProgressBarProps = { entity: ImportList; importKey: string }

/** The progress of an import, as the server stores it (SPEC B52). */
function ImportProgressBar({ entity, importKey }: ImportProgressBarProps) {
  const id = useId()
  const { data } = useQuery({
    queryKey: ['imports', importKey],
    queryFn: () => request<ImportProgress>('GET', `/api/imports/${importKey}`),
    refetchInterval: INTERVAL_MS,
    gcTime: 0,
  })
  const isStarted = data && data.total > 0
  return (
    <div className="grid gap-2 text-sm">
      <label htmlFor={id}>
        {isStarted
          ? `Importing ${data.done.toLocaleString('en-US')} of ${pluralizeRecords(entity, data.total)}...`
          : 'Uploading the file...'}
      </label>
      <progress
        id={id}
        className={PROGRESS_BAR}
        {...(isStarted ? { value: data.done, max: data.total } : {})}
      />
      <p className="text-muted">You can close this; the import continues.</p>
    </div>
  )
}

type ColumnMatchingProps = {
  entity: ImportList
  result: ImportCheck
  onMatch: (columns: ColumnMatch) => void
}

/** Matches each column of the file to a field. The server remembers the matching (SPEC B51). */
function ColumnMatching({ entity, result, onMatch }: ColumnMatchingProps) {
  const { titles, columns, preview } = result
  const options = listTargets(entity).map(({ name, label, isRequired }) => ({
    value: name,
    label: isRequired ? `${label} *` : label,
  }))
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Columns</h3>
      <p className="text-sm text-muted">
        Match your columns to fields. Fields with * are required.
      </p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {titles.map((title, at) => (
          <li key={at} className="grid grid-cols-2 items-center gap-3 border-t border-line py-2">
            <div className="min-w-0 text-sm">
              <p className="font-medium wrap-anywhere">{title || `Column ${at + 1}`}</p>
              <p className="truncate text-muted">{preview[0]?.cells[at]}</p>
            </div>
            <Select
              aria-label={`Field for ${title || `column ${at + 1}`}`}
              value={columns[at] ?? ''}
              options={options}
              placeholder="Don't import"
              onChange={(field) => onMatch(matchColumn(entity, columns, at, field || null))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ErrorTableProps = { entity: ImportList; counts: RowCounts; errors: CellErrors | undefined }

/** Says what can be imported, or lists the causes of errors with their first rows (SPEC B51, C58). */
function ErrorTable({ entity, counts, errors }: ErrorTableProps) {
  if (!errors?.errorCount) {
    return (
      <p
        role="status"
        className="flex items-center gap-2 rounded-md bg-good-soft p-3 text-sm text-good"
      >
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        {describeReady(entity, counts)}
      </p>
    )
  }
  const listed = errors.causes.reduce((sum, { count }) => sum + count, 0)
  const more = errors.errorCount - listed
  return (
    <section className="grid gap-2">
      <p
        role="alert"
        className="flex items-center gap-2 rounded-md bg-danger-soft p-3 text-sm text-danger-ink"
      >
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {`${pluralize(errors.errorCount, 'error')} found; nothing was imported. Fix the file or the column matching, then upload again.`}
      </p>
      <LineTable name="Errors" heads={['Column', 'Problem']}>
        {errors.causes.map((cause, at) => (
          <tr key={at} className="border-t border-line align-top">
            <LineNumber line={listLines(cause)} />
            <td className="px-3 py-2 wrap-anywhere">{cause.column}</td>
            <td className="px-3 py-2 wrap-anywhere">
              {cause.message}
              {cause.count > 1 && (
                <span className="text-muted">{` (${pluralize(cause.count, 'row')})`}</span>
              )}
            </td>
          </tr>
        ))}
      </LineTable>
      {more > 0 && (
        <p className="text-sm text-muted">{`…and ${more.toLocaleString('en-US')} more`}</p>
      )}
    </section>
  )
}

/** "4, 7, 9…" */
function listLines({ lines, count }: ErrorCause): string {
  const first = lines.map((line) => line.toLocaleString('en-US')).join(', ')
  return count > lines.length ? `${first}…` : first
}
