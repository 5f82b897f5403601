import { useQuery } from '@tanstack/react-query'
import { invoiceReceiptsQuery } from '#web/receipts/queries.ts'
import { describeEndedShortPay } from './describe-difference.ts'

type EndedShortPayProps = { invoiceId: number; creditNoteId: number }

/** Says before the void of a credit note which accepted short pay ends with it. `invoiceId`: the credited invoice. */
export function EndedShortPay({ invoiceId, creditNoteId }: EndedShortPayProps) {
  const { data } = useQuery(invoiceReceiptsQuery(invoiceId))
  const ended = data?.differences.find(
    (one) => one.creditNoteId === creditNoteId && one.ended === null,
  )
  if (!ended) return null
  return (
    <p className="rounded-lg border border-waiting bg-waiting-soft p-3 text-sm wrap-anywhere text-waiting">
      {describeEndedShortPay(ended)}
    </p>
  )
}
