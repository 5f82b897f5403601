/** Statements and balances of earlier versions without a payee: a user names the driver of each (SPEC C10). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import {
  namedDriverFields,
  type UnnamedBalance,
  type UnnamedStatement,
} from '#core/settlements/unnamed-drivers.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { unnamedQuery } from '#web/settlements/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'

export function UnnamedPage() {
  const query = useQuery(unnamedQuery())
  return (
    <Page
      title="Statements Without a Payee"
      description="Name the driver that each of these earlier statements paid. The statement prints the same as before."
    >
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            {data.statements.length + data.balances.length === 0 && (
              <p className="text-sm text-muted">Every statement and balance has a payee.</p>
            )}
            {data.statements.length > 0 && (
              <Card title="Statements">
                <ul className="grid gap-3 text-sm">
                  {data.statements.map((statement) => (
                    <StatementRow
                      key={statement.billingId}
                      statement={statement}
                      onNamed={() => void query.refetch()}
                    />
                  ))}
                </ul>
              </Card>
            )}
            {data.balances.length > 0 && (
              <Card
                title="Balances"
                description="Choose the owner or driver in the truck’s deduction."
              >
                <ul className="grid gap-3 text-sm">
                  {data.balances.map((balance) => (
                    <BalanceRow key={balance.ruleId} balance={balance} />
                  ))}
                </ul>
              </Card>
            )}
          </>
        )}
      </Query>
    </Page>
  )
}

type StatementRowProps = { statement: UnnamedStatement; onNamed: () => void }

function StatementRow({ statement, onNamed }: StatementRowProps) {
  const [naming, setNaming] = useState(false)
  const { billingId, number, truck, settlementDate, payee, netPayment } = statement
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">
        Statement {number}, truck {truck}, {formatDay(settlementDate)}: paid to{' '}
        <strong>{payee}</strong>, {formatMoney(toCents(netPayment))}
      </span>
      <Button
        variant="secondary"
        aria-label={`Name Driver: statement ${number}`}
        onClick={() => setNaming(true)}
      >
        Name Driver
      </Button>
      {naming && (
        <RecordForm
          entity={{
            name: `billing/${billingId}/name-driver`,
            singular: 'Driver',
            fields: namedDriverFields,
          }}
          labels={{
            title: `Driver of Statement ${number}`,
            description: `The statement prints "${payee}". This can't be changed later.`,
            save: 'Name Driver',
            saved: 'Driver saved successfully',
            failed: 'Failed to save driver',
          }}
          onClose={() => setNaming(false)}
          onSaved={onNamed}
        />
      )}
    </li>
  )
}

function BalanceRow({ balance }: { balance: UnnamedBalance }) {
  const { description, truckId, truck, total } = balance
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">
        {description}, truck {truck}, {formatMoney(toCents(total))}
      </span>
      <Link className="font-medium underline" to={`/trucks?edit=${truckId}`}>
        View deductions
      </Link>
    </li>
  )
}
