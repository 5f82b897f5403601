import { ListFilter, Undo2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { cardImports } from '#core/cards/imports.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline'

/** The files that were imported. Undo takes a file out again (SPEC C566). */
export function ImportsPage() {
  const list = useList(cardImports)
  const mayChange = useMay('payroll')
  const [undoing, setUndoing] = useState<AnyRecord>()
  const rowActions = useCallback(
    (file: AnyRecord): RowAction[] => [
      {
        text: 'Purchases',
        label: `Purchases of ${String(file.fileName)}`,
        Icon: ListFilter,
        to: purchasesOf(file),
      },
      ...(mayChange
        ? [
            {
              text: 'Undo Import',
              label: `Undo import of ${String(file.fileName)}`,
              Icon: Undo2,
              onClick: () => setUndoing(file),
            },
          ]
        : []),
    ],
    [mayChange],
  )
  return (
    <ListPage
      list={list}
      actions={<ExportLink name={cardImports.name} query={list.query} />}
      rowActions={rowActions}
      firstStep={
        <OnlyFor permission="payroll">
          <Link className={LINK} to="/fuel-and-tolls/import">
            Import a file of a card company
          </Link>
        </OnlyFor>
      }
    >
      {undoing && <UndoDialog file={undoing} onClose={() => setUndoing(undefined)} />}
    </ListPage>
  )
}

function purchasesOf({ fileName, importedOn }: AnyRecord): string {
  const day = String(importedOn)
  const query = { search: String(fileName), 'importedOn.from': day, 'importedOn.to': day }
  return `/fuel-and-tolls?${new URLSearchParams(query)}`
}

function UndoDialog({ file, onClose }: { file: AnyRecord; onClose: () => void }) {
  const undoing = useAction({
    send: (_: void, { confirmed }) =>
      request('DELETE', `/api/${cardImports.name}/${file.id}${toQuery(confirmed)}`),
    done: 'Import undone',
    failed: 'Failed to undo the import',
    asks: ['overlap'],
    onDone: onClose,
    onFailure: onClose,
  })
  if (undoing.question)
    return <QuestionDialog request={undoing} title="Undo anyway?" label="Undo Import" />
  return (
    <ConfirmDialog
      open
      title={`Undo the import of ${String(file.fileName)}?`}
      description={`${pluralize(Number(file.purchases), 'purchase')} and the odometer readings of the file are taken out, with what was decided about them. You can import the file again.`}
      confirm="Undo Import"
      busy={undoing.busy}
      onConfirm={() => undoing.run()}
      onCancel={onClose}
    />
  )
}

function toQuery(confirmed: readonly string[]): string {
  return confirmed.length ? `?confirmed=${confirmed.join(',')}` : ''
}
