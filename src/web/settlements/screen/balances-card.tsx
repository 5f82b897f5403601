import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Settlement } from '#core/settlements/settlement.ts'
import { refundFields, type Balance } from '#core/settlements/balances.ts'
import { toCents } from '#core/money.ts'
import { useMay } from '#web/api/may.tsx'
import { BalanceRow } from '#web/deductions/balance-row.tsx'
import { balancesQuery } from '#web/deductions/queries.ts'
import type { FormText } from '#web/records/form/form-text.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { useSettlement } from './use-settlement.ts'

export function BalancesCard() {
  const billing = useSettlement().loaded?.billing
  return billing ? <Balances billing={billing} /> : null
}

/** The advances, loans and escrow of this settlement; a draft can refund them (SPEC C5). */
function Balances({ billing }: { billing: Settlement }) {
  const { refreshAmounts } = useSettlement()
  const mayChange = useMay('payroll')
  const query = useQuery(balancesQuery(`billing/${billing.id}`))
  const [refunding, setRefunding] = useState<Balance>()
  return (
    <Query of={query} skeleton={null} empty={null}>
      {(data) => (
        <Card
          title="Balances"
          description="Advances, loans, escrow and amounts not deducted yet, after this settlement."
        >
          <ul className="grid gap-2">
            {data.map((balance) => (
              <BalanceRow key={balance.ruleId} balance={balance}>
                {mayChange && billing.status === 'pending' && balance.balance !== 'deferred' && (
                  <Button
                    variant="secondary"
                    aria-label={`Refund ${balance.description}`}
                    onClick={() => setRefunding(balance)}
                  >
                    Refund
                  </Button>
                )}
              </BalanceRow>
            ))}
          </ul>
          {refunding && (
            <RecordForm
              entity={{
                name: `billing/${billing.id}/balances/${refunding.ruleId}/refunds`,
                singular: 'Refund',
                fields: refundFields,
              }}
              start={{ text: startRefund(refunding) }}
              onClose={() => setRefunding(undefined)}
              onSaved={refreshAmounts}
            />
          )}
        </Card>
      )}
    </Query>
  )
}

/** Escrow is usually returned in full. */
function startRefund({ balance, opening, description }: Balance): FormText {
  const amount = balance === 'escrow' && toCents(opening) > 0n ? opening : ''
  return { amount, description: `${description}: refund` }
}
