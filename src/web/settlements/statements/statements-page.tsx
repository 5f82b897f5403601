import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { settlementRowAddress } from '#core/settlements/history.ts'
import { describeStatement, statements } from '#core/settlements/statements.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { QuestionsLink } from '#web/questions/questions-link.tsx'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { settlementActions, useSettlementRows } from '#web/settlements/settlement-list.ts'
import { StatementActions } from './statement-actions.tsx'

/** Every statement and draft with its payment; many can be approved, paid and printed at once (SPEC C51). */
export function StatementsPage() {
  const list = useList(statements)
  const [deleted, setDeleted] = useState<AnyRecord>()
  const mayChange = useMay('payroll')
  // Selected statements can be approved, paid or exported.
  const maySelect = useMay('export')
  const rowActions = useCallback(
    (row: AnyRecord) => listRowActions(row, mayChange ? setDeleted : undefined),
    [mayChange],
  )
  useSettlementRows(list)
  return (
    <ListPage
      list={list}
      actions={
        <>
          <QuestionsLink />
          <ExportLink name={statements.name} query={list.query} />
        </>
      }
      selectable={maySelect}
      bulk={<StatementActions ids={[...list.selection.ids]} />}
      rowActions={rowActions}
      firstStep={
        <OnlyFor permission="payroll">
          <Link
            className="hit-area text-sm font-medium text-accent-strong underline"
            to="/settlements/run"
          >
            Create settlements in the settlement run
          </Link>
        </OnlyFor>
      }
    >
      {deleted && (
        <DeleteDialog
          path={`/api/billing/${deleted.id}`}
          singular="Draft"
          name={describeStatement(deleted)}
          description="Its lines and edits are deleted with it."
          undoable
          onClose={() => setDeleted(undefined)}
        />
      )}
    </ListPage>
  )
}

/** `onDelete` is undefined if a draft can't be deleted. */
function listRowActions(
  statement: AnyRecord,
  onDelete: ((draft: AnyRecord) => void) | undefined,
): RowAction[] {
  const name = describeStatement(statement)
  return [
    ...settlementActions(statement, name, settlementRowAddress(statement)),
    ...(onDelete && statement.status === 'pending'
      ? [
          {
            text: 'Delete draft',
            label: `Delete ${name}`,
            Icon: Trash2,
            wideOnly: true as const,
            onClick: () => onDelete(statement),
          },
        ]
      : []),
  ]
}
