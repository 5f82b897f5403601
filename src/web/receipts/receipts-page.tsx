import { Eye } from 'lucide-react'
import { useCallback } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { receiptsList } from '#core/receipts/receipts.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { MAIN_LINK_BUTTON } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { UnappliedMoney } from './unapplied-money.tsx'

/** Every receipt. A row opens its page (SPEC C192). */
export function ReceiptsPage() {
  const list = useList(receiptsList)
  const navigate = useNavigate()
  const open = useCallback((id: number) => void navigate(`/receipts/${id}`), [navigate])
  useRowKeys({ onOpen: open })
  useShortcuts({
    add(event) {
      event.preventDefault()
      void navigate('/receipts/new')
    },
  })
  const rowActions = useCallback(
    ({ id }: AnyRecord): RowAction[] => [
      { text: 'Open', label: `Open receipt ${id}`, Icon: Eye, onClick: () => open(id) },
    ],
    [open],
  )
  return (
    <ListPage
      list={list}
      actions={
        <>
          <ExportLink name={receiptsList.name} query={list.query} />
          <OnlyFor permission="billing">
            <Link className={MAIN_LINK_BUTTON} to="/receipts/new">
              Receive Payment
            </Link>
          </OnlyFor>
        </>
      }
      notices={<UnappliedMoney />}
      rowActions={rowActions}
      firstStep={
        <OnlyFor permission="billing">
          <Link
            className="hit-area text-sm font-medium text-accent-strong underline"
            to="/receipts/new"
          >
            Receive a payment from a broker
          </Link>
        </OnlyFor>
      }
    />
  )
}
