import { FileText, SquareArrowOutUpRight } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import {
  settlementAddress,
  settlementHistory,
  describeSettlement,
  openAddress,
} from '#core/settlements/history.ts'
import { statementPath } from '#core/settlements/settlement.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { WithoutLoadsButton } from '#web/settlements/without-loads/without-loads-button.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline'

/** The list of saved settlements. A row opens its statement, a draft the Settlements screen (SPEC B64, C54). */
export function HistoryPage() {
  const list = useList(settlementHistory)
  const navigate = useNavigate()
  useRowKeys({
    onOpen: (id) => {
      const settlement = list.rows?.find((row) => row.id === id)
      if (settlement) void navigate(openAddress(settlement))
    },
  })

  return (
    <ListPage
      list={list}
      title="Settlement History"
      actions={
        <>
          <OnlyFor permission="payroll">
            <Link className={LINK} to="/settlements">
              New Settlement
            </Link>
          </OnlyFor>
          <WithoutLoadsButton />
          <ExportLink name={list.listing.name} query={list.query} />
        </>
      }
      rowActions={listRowActions}
      firstStep={
        <OnlyFor permission="payroll">
          <Link className={LINK} to="/settlements">
            Create your first settlement
          </Link>
        </OnlyFor>
      }
    />
  )
}

function listRowActions(settlement: AnyRecord): RowAction[] {
  const name = describeSettlement(settlement)
  return [
    {
      text: 'Open',
      label: `Open ${name}`,
      Icon: SquareArrowOutUpRight,
      to: settlementAddress(settlement),
    },
    {
      text: 'Open PDF',
      label: `Open PDF: ${name}`,
      Icon: FileText,
      to: statementPath(settlement.id),
      newTab: true,
    },
  ]
}
