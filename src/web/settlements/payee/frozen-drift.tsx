import { useQuery } from '@tanstack/react-query'
import { formatMoney, toCents } from '#core/money.ts'
import { describeDrift, type Drift } from '#core/settlements/adjustments/drift.ts'
import { describeUnrated } from '#core/settlements/adjustments/restate.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { Notice } from '#web/settlements/notice.tsx'
import { driftQuery } from '#web/settlements/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { TransferButton } from './transfer-button.tsx'
import { useOpenAmount } from './use-open-amount.ts'
import { WriteOffButton } from './write-off-button.tsx'

const TITLE = 'Loads changed after the statement was approved'

/** Loads that changed after approval, and the button that adjusts for them (SPEC C7, C10). */
export function FrozenDrift({ truckId }: { truckId: number }) {
  const query = useQuery(driftQuery(truckId))
  return (
    <Query of={query} skeleton={null} empty={null}>
      {(data) => (
        <Notice aria-label={TITLE} className="grid gap-4">
          <p className="font-semibold">{TITLE}</p>
          {groupByStatement(data).map((drifts) => (
            <StatementDrift key={drifts[0].billingId} drifts={drifts} />
          ))}
        </Notice>
      )}
    </Query>
  )
}

function groupByStatement(drifts: Drift[]): [Drift, ...Drift[]][] {
  const groups = Map.groupBy(drifts, ({ billingId }) => billingId)
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []))
}

/** The changed loads of one statement, and the lines that an adjustment adds, before it is clicked (SPEC C7). */
function StatementDrift({ drifts }: { drifts: [Drift, ...Drift[]] }) {
  return (
    <div className="grid gap-3">
      <ul className="grid min-w-0 gap-2 wrap-anywhere">
        {drifts.map((drift) => (
          <LoadChange key={drift.loadId} drift={drift} />
        ))}
      </ul>
      <AdjustmentLines drift={drifts[0]} />
      <OnlyFor permission="payroll">
        <div className="justify-self-end">
          <AdjustButton drift={drifts[0]} />
        </div>
      </OnlyFor>
    </div>
  )
}

function AdjustButton({ drift: { billingId, number, otherPayee, payee } }: { drift: Drift }) {
  const { post, busy } = useOpenAmount()
  const path = `${billingId}/correct`
  const done = settlementMessages.adjusted
  if (otherPayee === null)
    return (
      <Button
        variant="secondary"
        size="long"
        disabled={busy}
        aria-describedby={totalId(number)}
        onClick={() => post({ path, body: {}, done })}
      >
        Adjust on Next Settlement
      </Button>
    )
  return (
    <TransferButton
      label={`Adjust on ${otherPayee}'s Settlement`}
      description={`This adjustment belongs to ${payee}. It will be added to ${otherPayee}'s next settlement.`}
      path={path}
      body={{ anyPayee: true }}
      done={done}
    />
  )
}

function LoadChange({ drift }: { drift: Drift }) {
  const { billingId, loadId, payee, otherPayee, loadNet } = drift
  const change = describeDrift(drift)
  const net = toCents(loadNet)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {change}
      {otherPayee !== null && ` (${payee})`}
      {loadId !== 0 && net !== 0n && (
        <WriteOffButton
          billingId={billingId}
          loadId={loadId}
          openAmount={`${change} (net ${formatMoney(net)})`}
        />
      )}
    </li>
  )
}

function AdjustmentLines({ drift: { lines, unrated, net, number } }: { drift: Drift }) {
  return (
    <SidewaysScroll>
      <table className="w-full max-w-2xl text-left">
        <caption className="pb-1 text-left font-medium">
          The adjustment to statement {number} adds
        </caption>
        <tbody>
          {lines.map(({ restates, loadId, reference, description, formula, amount }) => (
            <tr key={`${restates ?? 'revenue'} ${loadId ?? ''}`} className="align-top">
              <td className="py-0.5 pr-4 wrap-anywhere">
                {restates === null ? 'Revenue' : description}
                {reference !== null && <span className="block">{reference}</span>}
                {formula !== null && <span className="block">{formula}</span>}
              </td>
              <td className="py-0.5 text-right tabular-nums">{formatMoney(-toCents(amount))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-waiting font-semibold">
            <th scope="row" className="py-1 pr-4 text-left">
              Change in net
            </th>
            <td id={totalId(number)} className="py-1 text-right tabular-nums">
              {formatMoney(toCents(net))}
            </td>
          </tr>
        </tfoot>
      </table>
      {unrated.length > 0 && <p>{describeUnrated(unrated.join(', '))}</p>}
    </SidewaysScroll>
  )
}

function totalId(number: number): string {
  return `adjustment-of-${number}`
}
