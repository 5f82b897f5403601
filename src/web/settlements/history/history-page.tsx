import { Link } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import {
  settlementAddress,
  settlementHistory,
  describeSettlement,
} from '#core/settlements/history.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { settlementActions, useSettlementRows } from '#web/settlements/settlement-list.ts'
import { WithoutLoadsButton } from '#web/settlements/without-loads/without-loads-button.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'

const LINK = 'hit-area text-sm font-medium text-accent-strong underline'

/** The list of saved settlements. A row opens its statement, or the Settlements screen for a draft (SPEC B64, C54). */
export function HistoryPage() {
  const list = useList(settlementHistory)
  useSettlementRows(list)

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
  return settlementActions(
    settlement,
    describeSettlement(settlement),
    settlementAddress(settlement),
  )
}
