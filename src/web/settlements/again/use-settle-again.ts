import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { formatAmount, toCents } from '#core/money.ts'
import type { ComparisonRow } from '#core/settlements/comparison/compare-statements.ts'
import type {
  SettleAgainState,
  SettledAgain,
  VoidedPartner,
} from '#core/settlements/again/settle-again.ts'
import { settlementAddress } from '#core/settlements/history.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { request } from '#web/api/client.ts'
import { newKey } from '#web/api/request-key.ts'
import { showReport } from '#web/api/undo.ts'
import { useAction } from '#web/api/use-action.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

/** What replaced a void statement (SPEC C94). */
export function useSettleAgainState(id: number) {
  return useQuery({
    queryKey: ['settle-again', id],
    queryFn: () => request<SettleAgainState>('GET', `/api/billing/${id}/settle-again`),
  })
}

/** `key`: a retry sends the same key, so that a lost response makes no second draft. */
type Again = { id: number; key: string }

/** Makes a new draft with the lines of a void statement, and says what is different in it (SPEC C94). */
export function useSettleAgain(onDone?: (draft: Settlement) => void) {
  const navigate = useNavigate()
  const { run, busy } = useAction({
    send: ({ id, key }: Again) =>
      request<SettledAgain>('POST', `/api/billing/${id}/settle-again`, {
        headers: { 'Idempotency-Key': key },
      }),
    failed: ({ message }, again) =>
      toastFailure(settlementMessages.failedToSettleAgain, message, {
        label: 'Try Again',
        run: () => run(again),
      }),
    onDone: (settled) => {
      onDone?.(settled.settlement)
      report(settled)
    },
  })
  const settleAgain = (id: number) => run({ id, key: newKey() })

  /** If another statement was voided in the same step, the toast offers to settle that one next. */
  function report(settled: SettledAgain) {
    const next = settled.partners.find(({ settledAs }) => settledAs === null)
    const open = () => void navigate(settlementAddress(settled.settlement))
    toast(
      settlementMessages.settledAgain(settled.number),
      describeResult(settled, next),
      next
        ? { label: `Settle #${next.number} Again`, run: () => settleAgain(next.id) }
        : { label: 'Open Draft', run: open },
    )
    const parts = listDifferences(settled)
    const heading = `Different from statement ${settled.number}`
    if (parts.length)
      showReport({
        title: settlementMessages.settledAgain(settled.number),
        failed: [],
        notes: parts,
        heading,
      })
  }

  return { settleAgain, busy }
}

function describeResult({ isEqual }: SettledAgain, next: VoidedPartner | undefined): string {
  const result = isEqual ? 'All figures are the same.' : 'Some figures differ.'
  return next ? `${result} Statement ${next.number} (truck ${next.truck}) is void too.` : result
}

/** Each changed line with its amounts, then notes on changed loads and on lines that are on another settlement now. */
function listDifferences({ settlement, comparison, notes }: SettledAgain) {
  const { rows, net } = comparison
  const isChanged = ({ difference }: Pick<ComparisonRow, 'difference'>) =>
    toCents(difference ?? '0.00') !== 0n
  const figures = [...rows, { label: 'Net', ...net }].filter(isChanged)
  const part = { subject: 'billing', id: settlement.id }
  return [
    ...figures.map(({ label, current, previous }) => ({
      ...part,
      label,
      message: `${formatAmount(current)} now (was ${formatAmount(previous ?? '0.00')})`,
    })),
    ...notes.map((message) => ({ ...part, label: '', message })),
  ]
}
