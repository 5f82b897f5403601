/** Shared by the lists of settlements: a row opens its settlement and offers its PDF (SPEC B64, C51, C54). */
import { FileText, Languages, SquareArrowOutUpRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { settlementRowAddress } from '#core/settlements/history.ts'
import { statementPath } from '#core/settlements/settlement.ts'
import { fileAddress } from '#web/api/client.ts'
import type { List } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'

export function useSettlementRows({ rows }: List): void {
  const navigate = useNavigate()
  useRowKeys({
    onOpen: (id) => {
      const settlement = rows?.find((row) => row.id === id)
      if (settlement) void navigate(settlementRowAddress(settlement))
    },
  })
}

/** `name`: "truck 12, 11/20/2026". `to`: the address that Open leads to. */
export function settlementActions({ id }: AnyRecord, name: string, to: string): RowAction[] {
  return [
    { text: 'Open', label: `Open ${name}`, Icon: SquareArrowOutUpRight, to },
    {
      text: 'Open PDF',
      label: `Open PDF: ${name}`,
      Icon: FileText,
      to: fileAddress(statementPath(id)),
      newTab: true,
    },
    {
      text: 'Open PDF in Spanish',
      label: `Open PDF in Spanish: ${name}`,
      Icon: Languages,
      menuOnly: true,
      to: fileAddress(statementPath(id, 'es')),
      newTab: true,
    },
  ]
}
