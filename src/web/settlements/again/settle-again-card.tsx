import { Link } from 'react-router'
import type { SettleAgainState, VoidedPartner } from '#core/settlements/again/settle-again.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { Card } from '#web/ui/card.tsx'
import { SettleAgainButton } from './settle-again-button.tsx'
import { useSettleAgainState } from './use-settle-again.ts'

const LINK = 'hit-area font-medium text-accent-strong underline'

/** On a void statement's page: a button to settle it again, or a link to the settlement that replaced it (SPEC C94). */
export function SettleAgainCard({ billingId }: { billingId: number }) {
  const { data } = useSettleAgainState(billingId)
  const may = useMay('payroll')
  if (!data) return null
  const { settledAs, partners } = data
  if (!may && !settledAs && !partners.length) return null
  return (
    <Card title="Settle Again">
      {settledAs && <Replacement {...settledAs} />}
      {!settledAs && may && (
        <div className="grid justify-items-start gap-3 text-sm">
          <p>
            Makes a new draft for the same truck, date and payee with the same lines. You approve it
            as usual.
          </p>
          <SettleAgainButton billingId={billingId} />
        </div>
      )}
      {partners.length > 0 && <Partners partners={partners} />}
    </Card>
  )
}

function Replacement({ id, number }: NonNullable<SettleAgainState['settledAs']>) {
  return (
    <p className="text-sm">
      This truck and date are on{' '}
      <Link className={LINK} to={statementAddress(id)}>
        {number === null ? 'a draft' : `statement #${number}`}
      </Link>
      .
    </p>
  )
}

function Partners({ partners }: { partners: VoidedPartner[] }) {
  return (
    <ul aria-label="Statements voided with it" className="grid gap-2 text-sm">
      {partners.map((partner) => (
        <li key={partner.id} className="flex flex-wrap items-center gap-2">
          <Partner {...partner} />
        </li>
      ))}
    </ul>
  )
}

function Partner({ id, number, truck, settledAs }: VoidedPartner) {
  return (
    <>
      <span>
        It was offset with{' '}
        <Link className={LINK} to={statementAddress(id)}>
          statement #{number}
        </Link>{' '}
        (truck {truck}), which is void too.
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
    </>
  )
}
