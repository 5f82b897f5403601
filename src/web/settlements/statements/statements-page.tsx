import { FileText, SquareArrowOutUpRight } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { openAddress } from '#core/settlements/history.ts'
import { statementPath } from '#core/settlements/settlement.ts'
import { describeStatement, statements } from '#core/settlements/statements.ts'
import { QuestionsLink } from '#web/questions/questions-link.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { StatementActions } from './statement-actions.tsx'

/** Every statement and draft with its payment; many can be approved, paid and printed at once (SPEC C51). */
export function StatementsPage() {
  const list = useList(statements)
  const navigate = useNavigate()
  useRowKeys({
    onOpen: (id) => {
      const statement = list.rows?.find((row) => row.id === id)
      if (statement) void navigate(openAddress(statement))
    },
  })
  return (
    <ListPage
      list={list}
      actions={
        <>
          <QuestionsLink />
          <ExportLink name={statements.name} query={list.query} />
        </>
      }
      selectable
      bulk={<StatementActions ids={[...list.selection.ids]} />}
      rowActions={listRowActions}
      firstStep={
        <Link
          className="hit-area text-sm font-medium text-accent-strong underline"
          to="/settlements/run"
        >
          Create settlements in the settlement run
        </Link>
      }
    />
  )
}

function listRowActions(statement: AnyRecord): RowAction[] {
  const name = describeStatement(statement)
  return [
    {
      text: 'Open',
      label: `Open ${name}`,
      Icon: SquareArrowOutUpRight,
      to: openAddress(statement),
    },
    {
      text: 'Open PDF',
      label: `Open PDF: ${name}`,
      Icon: FileText,
      to: statementPath(statement.id),
      newTab: true,
    },
  ]
}
