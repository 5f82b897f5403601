import type { Entity } from '#core/entities/entity.ts'
import { listImportable } from '#core/transfer/lists.ts'
import { usePermissions } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnMatching } from './column-matching.tsx'
import { describeAction } from './describe-plan.ts'
import { ErrorTable } from './error-table.tsx'
import { FileList } from './file-list.tsx'
import { ImportProgressBar } from './import-progress.tsx'
import { PlanChoices } from './plan-choices.tsx'
import { PlanNotices } from './plan-notices.tsx'
import { Preview } from './preview.tsx'
import { useImport } from './use-import.ts'

/** `entity`: the list of the screen; without it the titles of each file tell its list. */
type ImportDialogProps = { entity?: Entity; onClose: () => void }

/** Imports CSV files in three steps: choose them, check each, import it (SPEC B51, B52, C60). */
export function ImportDialog({ entity: own, onClose }: ImportDialogProps) {
  const lists = listImportable(usePermissions())
  const { file, files, entity, result, errors, choices, ...actions } = useImport(
    { own: own?.name, lists },
    onClose,
  )
  const { checking, importing } = actions
  const waiting = files.filter(({ done }) => done === undefined).length - 1
  const hasRows = result && (result.counts.new > 0 || result.counts.changed > 0 || waiting > 0)
  const isReady = checking.isSuccess && errors?.errorCount === 0 && hasRows
  return (
    <Dialog
      open
      wide
      title={own && files.length < 2 ? `Import ${entity.title}` : 'Import Files'}
      description="Upload a CSV from Excel or Google Sheets. If any row has an error, nothing is imported."
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid min-w-0 gap-5">
        <ChooseFile
          own={own?.name}
          lists={lists}
          file={file}
          disabled={importing.isPending}
          checking={checking.isPending}
          error={checking.error}
          onChoose={(chosen) => void actions.chooseFiles(chosen)}
          onRetry={actions.checkAgain}
        />
        {(files.length > 1 || (file && file.entity !== own?.name)) && (
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
          <>
            {!checking.isError && (
              <ErrorTable entity={entity} counts={result.counts} errors={errors} />
            )}
            <PlanNotices entity={entity} result={result} />
            <PlanChoices
              entity={entity}
              result={result}
              choices={choices}
              onChoose={actions.choose}
            />
            <ColumnMatching entity={entity} result={result} onMatch={actions.match} />
            <Preview entity={entity} result={result} />
          </>
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
