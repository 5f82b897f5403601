import { pluralizeRecords } from '#core/pluralize.ts'
import type { Entity } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnMatching } from './column-matching.tsx'
import { ErrorTable } from './error-table.tsx'
import { ImportProgressBar } from './import-progress.tsx'
import { Preview } from './preview.tsx'
import { useImport } from './use-import.ts'

type ImportDialogProps = { entity: Entity; onClose: () => void }

/** Imports a CSV file in three steps: choose it, check it, import it (SPEC B51, B52). */
export function ImportDialog({ entity, onClose }: ImportDialogProps) {
  const { file, result, errors, checking, importing, ...actions } = useImport(entity, onClose)
  const isReady = checking.isSuccess && errors?.errorCount === 0
  return (
    <Dialog
      open
      wide
      title={`Import ${entity.title}`}
      description="Upload a CSV from Excel or Google Sheets. If any row has an error, nothing is imported."
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid min-w-0 gap-5">
        <ChooseFile
          entity={entity}
          file={file}
          disabled={importing.isPending}
          checking={checking.isPending}
          error={checking.error}
          onChoose={actions.choose}
          onRetry={actions.checkAgain}
        />
        {importing.isPending && (
          <ImportProgressBar entity={entity} importKey={importing.variables.key} />
        )}
        {result && !importing.isPending && (
          <>
            {!checking.isError && <ErrorTable entity={entity} rows={result.rows} errors={errors} />}
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
          {importing.isPending && 'Importing...'}
          {!importing.isPending && `Import ${result ? pluralizeRecords(entity, result.rows) : ''}`}
        </Button>
      </div>
    </Dialog>
  )
}
