import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { readTypedAmount, toAmount, toCents } from '#core/money.ts'
import { useMay } from '#web/api/may.tsx'
import type { RecordFormModel } from '#web/records/form/use-record-form.ts'
import { OverLimit } from './over-limit.tsx'
import { creditQuery } from './queries.ts'

/** The warning on a load's form: what the broker would owe with this load (SPEC C206). */
export function LoadCredit({ model }: { model: RecordFormModel }) {
  const { control } = model.form
  const [broker = '', revenue = '', status] = useWatch({
    control,
    name: ['brokerId', 'revenue', 'paymentStatus'],
  })
  if (!/^\d+$/.test(broker) || status === 'paid') return null
  return <BrokerCredit brokerId={Number(broker)} loadId={model.base?.id} revenue={revenue} />
}

type BrokerCreditProps = { brokerId: number; loadId: number | undefined; revenue: string }

function BrokerCredit({ brokerId, loadId, revenue }: BrokerCreditProps) {
  const { data } = useQuery({ ...creditQuery(brokerId, loadId), enabled: useMay('invoices') })
  if (!data || data.limit === null) return null
  const added = toCents(readTypedAmount(revenue) ?? '0.00')
  const used = toCents(data.used) + added
  if (used <= toCents(data.limit)) return null
  const notDelivered = toAmount(toCents(data.notDelivered) + added)
  return <OverLimit credit={{ ...data, notDelivered, used: toAmount(used), isOver: true }} />
}
