/** The Balances screen: every advance, loan and escrow by payee, with what changes it (SPEC C20, C21). */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { BalanceItem } from './balance-item.tsx'
import { InterestCard } from './interest-card.tsx'
import { openBalancesQuery } from './queries.ts'

export function BalancesPage() {
  const [params, setParams] = useSearchParams()
  const include = params.get('include') === 'all' ? 'all' : 'open'
  const query = useQuery(openBalancesQuery(include))
  return (
    <Page
      title="Balances"
      description="Advances, loans, escrow and amounts not deducted yet, of each payee."
      actions={
        <OnlyFor permission="export">
          <DownloadLink href={`/api/balances.csv?include=${include}`}>
            <Download aria-hidden className="size-4" />
            Export CSV
          </DownloadLink>
        </OnlyFor>
      }
    >
      <CheckLine
        label="Show balances of $0.00"
        checked={include === 'all'}
        onChange={(checked) => setParams(checked ? { include: 'all' } : {})}
      />
      <Query
        of={query}
        skeleton="h-40"
        empty="No open balances. An advance, a loan or escrow begins as a recurring deduction with a balance type."
      >
        {(data) =>
          groupByPayee(data).map(([first, ...others]) => (
            <Card key={first.payeeKey} title={first.payee}>
              <ul className="grid gap-4">
                {[first, ...others].map((balance) => (
                  <BalanceItem key={`${balance.ruleId} ${balance.truckId}`} balance={balance} />
                ))}
              </ul>
            </Card>
          ))
        }
      </Query>
      <InterestCard />
    </Page>
  )
}

type Group = [OpenBalance, ...OpenBalance[]]

function groupByPayee(balances: OpenBalance[]): Group[] {
  const groups: Map<string, OpenBalance[]> = Map.groupBy(balances, ({ payeeKey }) => payeeKey)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [[first, ...others] satisfies Group] : [],
  )
}
