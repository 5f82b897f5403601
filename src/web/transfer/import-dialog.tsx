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

/** A CSV file in, in three steps: choose it, see what it would do, do it (SPEC B51, B52). */
export function ImportDialog({ entity, onClose }: ImportDialogProps) {
  const { file, found, errors, checking, importing, ...does } = useImport(entity, onClose)
  const inOrder = checking.isSuccess && errors?.errorCount === 0
  return (
    <Dialog
      open
      wide
      title={`Import ${entity.title}`}
      description="From a CSV file, as every spreadsheet saves one. It is taken whole or not at all."
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid min-w-0 gap-5">
        <ChooseFile
          entity={entity}
          file={file}
          disabled={importing.isPending}
          checking={checking.isPending}
          error={checking.error}
          onChoose={does.choose}
          onRetry={does.checkAgain}
        />
        {importing.isPending && (
          <ImportProgressBar entity={entity} importKey={importing.variables.key} />
        )}
        {found && !importing.isPending && (
          <>
            {!checking.isError && <ErrorTable entity={entity} rows={found.rows} errors={errors} />}
            <ColumnMatching entity={entity} found={found} onMatch={does.match} />
            <Preview entity={entity} found={found} />
          </>
        )}
      </div>
      <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex justify-end gap-2 border-t border-line bg-surface p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button variant="secondary" onClick={onClose}>
          {importing.isPending ? 'Close' : 'Cancel'}
        </Button>
        <Button disabled={!inOrder || importing.isPending} onClick={does.takeIn}>
          {importing.isPending && 'Importing...'}
          {!importing.isPending && `Import ${found ? pluralizeRecords(entity, found.rows) : ''}`}
        </Button>
      </div>
    </Dialog>
  )
}
