import type { ReactNode } from 'react'
import type { Entity } from '#core/entities/entity.ts'
import type { ImportCheck } from '#core/transfer/import.ts'
import type { ImportList, ImportListName } from '#core/transfer/import-list.ts'
import { listImportable } from '#core/transfer/lists.ts'
import { usePermissions } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnMatching } from './column-matching.tsx'
import { describeAction } from './describe-plan.ts'
import { ErrorTable } from './error-table.tsx'
import { FileList } from './file-list.tsx'
import type { ImportChoices } from './import-choices.ts'
import { ImportProgressBar } from './import-progress.tsx'
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
