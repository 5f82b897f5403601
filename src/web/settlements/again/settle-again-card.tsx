import { Link } from 'react-router'
import type { VoidedPartner } from '#core/settlements/again/settle-again.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { Card } from '#web/ui/card.tsx'
import { SettleAgainButton } from './settle-again-button.tsx'
import { useSettleAgainState } from './use-settle-again.ts'

const LINK = 'hit-area font-medium text-accent-strong underline'

/** On a void statement's page: settle it again, or the settlement that took its place (SPEC C94). */
export function SettleAgainCard({ billingId }: { billingId: number }) {
  const { data } = useSettleAgainState(billingId)
  if (!data) return null
  const { settledAs, partners } = data
  return (
    <Card title="Settle Again">
      {settledAs ? (
        <p className="text-sm">
          This truck and date are on{' '}
          <Link className={LINK} to={statementAddress(settledAs.id)}>
            {settledAs.number === null ? 'a draft' : `statement #${settledAs.number}`}
          </Link>
          .
        </p>
      ) : (
        <>
          <p className="text-sm">
            Makes a new draft for the same truck, date and payee with the same lines. You approve it
            as usual.
          </p>
          <OnlyFor permission="payroll">
            <div>
              <SettleAgainButton billingId={billingId} />
            </div>
          </OnlyFor>
        </>
      )}
      {partners.length > 0 && <Partners partners={partners} />}
    </Card>
  )
}

function Partners({ partners }: { partners: VoidedPartner[] }) {
  return (
    <ul aria-label="Statements that became void with it" className="grid gap-2 text-sm">
      {partners.map(({ id, number, truck, settledAs }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <span>
            Offset with{' '}
            <Link className={LINK} to={statementAddress(id)}>
              statement #{number}
            </Link>{' '}
            (truck {truck}), void too.
          </span>
          {settledAs === null ? (
            <OnlyFor permission="payroll">
              <SettleAgainButton billingId={id} name={`Statement ${number}`} />
            </OnlyFor>
          ) : (
            <Link className={LINK} to={statementAddress(settledAs)}>
              Settled again
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
