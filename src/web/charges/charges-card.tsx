import { formatDay } from '#core/calendar.ts'
import { APPROVALS, nameCharge } from '#core/charges/kinds.ts'
import { describeRefused } from '#core/charges/messages.ts'
import type { StoredCharge } from '#core/charges/charges.ts'
import type { ChargesOfLoad } from '#core/charges/requests.ts'
import { formatRate } from '#core/decimals.ts'
import { formatWallClock } from '#core/charges/stop-times.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { useCharges, type ChargedLoad } from './queries.ts'

/** The charges on the page of a load. A load without charges has no card. */
export function ChargesCard({ load }: { load: ChargedLoad }) {
  const { data, error, refetch } = useCharges(load)
  if (error)
    return (
      <Card title="Charges">
        <LoadError error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data?.charges.length) return null
  return (
    <Card title="Charges" description="The revenue is what pays the owner.">
      <SidewaysScroll>
        <ChargesTable {...data} />
      </SidewaysScroll>
    </Card>
  )
}

const CELL = 'px-3 py-2 text-left align-top'
const FIGURE = 'px-3 py-2 text-right align-top tabular-nums whitespace-nowrap'

/** The charges of a load, without amounts if the role hides the revenue. */
function ChargesTable({ charges, revenue, billedTotal }: ChargesOfLoad) {
  const seesAmounts = revenue !== undefined && billedTotal !== undefined
  return (
    <table className="records w-full border-collapse text-sm">
      <caption className="sr-only">Charges of the load</caption>
      <thead>
        <tr className="bg-head">
          <th className={CELL}>Charge</th>
          <th className={CELL}>Approval</th>
          {seesAmounts && (
            <>
              <th className={FIGURE}>Amount</th>
              <th className={FIGURE}>Pays Owner</th>
              <th className={FIGURE}>Billed</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {charges.map((charge) => (
          <tr key={charge.id} className="border-t border-line">
            <td className={CELL} data-label="Charge">
              <span className="min-w-0">
                {nameCharge(charge.kind)}
                <Note text={describe(charge, seesAmounts)} />
              </span>
            </td>
            <td className={CELL} data-label="Approval">
              <span className="min-w-0">
                <Approval charge={charge} />
                {seesAmounts && <Warning text={describeRefused(charge)} />}
              </span>
            </td>
            {seesAmounts && (
              <>
                <td className={FIGURE} data-label="Amount">
                  {formatMoney(toCents(charge.amount))}
                </td>
                <td className={FIGURE} data-label="Pays Owner">
                  {formatMoney(toCents(charge.ownerAmount))}
                </td>
                <td className={FIGURE} data-label="Billed">
                  {charge.billToBroker ? formatMoney(toCents(charge.amount)) : '–'}
                </td>
              </>
            )}
          </tr>
        ))}
        {seesAmounts && (
          <tr className="border-t-2 border-line-strong font-semibold">
            <th scope="row" colSpan={3} className={CELL}>
              Total
            </th>
            <td className={FIGURE} data-label="Pays Owner">
              {formatMoney(toCents(revenue))}
            </td>
            <td className={FIGURE} data-label="Billed">
              {formatMoney(toCents(billedTotal))}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Approval({ charge }: { charge: StoredCharge }) {
  const option = APPROVALS.find(({ value }) => value === charge.approval)
  if (!option || option.value === 'not-needed')
    return <span className="text-muted">Not needed</span>
  const { approvedBy, approvedOn } = charge
  const answered = [approvedBy, approvedOn && formatDay(approvedOn)].filter(Boolean).join(', ')
  return (
    <>
      <Badge tone={option.tone}>{option.label}</Badge>
      <Note text={answered} />
    </>
  )
}

function Note({ text }: { text: string }) {
  return text && <span className="block text-xs text-muted wrap-anywhere">{text}</span>
}

function Warning({ text }: { text: string | null }) {
  return text && <span className="block text-xs font-medium text-danger-ink">{text}</span>
}

/** "Dock 4 · 3 × $75.00 · Delivery · 11/20/2026 08:15 – 11/20/2026 11:30". */
function describe(charge: StoredCharge, seesAmounts: boolean): string {
  const { description, quantity, rate, stop, arrivedAt, departedAt } = charge
  const isProduct = seesAmounts && quantity !== null && rate !== null
  const times = [arrivedAt, departedAt].flatMap((time) => (time ? formatWallClock(time) : []))
  return [
    description,
    isProduct ? `${formatQuantity(quantity)} × ${formatRate(rate)}` : null,
    stop === null ? null : stop === 'pickup' ? 'Pickup' : 'Delivery',
    times.join(' – '),
  ]
    .filter(Boolean)
    .join(' · ')
}
