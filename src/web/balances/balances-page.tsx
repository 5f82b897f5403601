/** The Balances screen: every advance, loan and escrow by payee, with what changes it (SPEC C20, C21). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatQuarter, interestFields, quarterBefore, quarterOf } from '#core/balances/interest.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { EscrowInterest, QuarterInterest } from '#core/balances/responses.ts'
import { formatDay } from '#core/calendar.ts'
import { RATE_PLACES } from '#core/decimals.ts'
import { formatMoney, formatQuantity, readTypedAmount, toCents } from '#core/money.ts'
import { ApiError, request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { pageAddress } from '#web/records/page/page-address.ts'
import { ReportLinks } from '#web/transfer/export-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { BalanceItem } from './balance-item.tsx'
import { interestQuery, openBalancesQuery } from './queries.ts'

export function BalancesPage() {
  const [params, setParams] = useSearchParams()
  const include = params.get('include') === 'all' ? 'all' : 'open'
  const query = useQuery(openBalancesQuery(include))
  return (
    <Page
      title="Balances"
      description="Advances, loans, escrow and amounts not deducted yet, of each payee."
      actions={
        <div className="flex flex-wrap gap-2">
          <ReportLinks path="/api/balances" query={{ include }} />
        </div>
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
            <Card key={first.payeeKey} title={<PayeeLink balance={first} />}>
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

/** The payee's page: "owner:12", or the truck's if it has no owner and no driver. */
function PayeeLink({ balance: { payeeKey, payee } }: { balance: OpenBalance }) {
  const [kind, id] = payeeKey.split(':')
  return (
    <Link className="hit-area hover:underline" to={pageAddress(`${kind}s`, id ?? '')}>
      {payee}
    </Link>
  )
}

type Group = [OpenBalance, ...OpenBalance[]]

function groupByPayee(balances: OpenBalance[]): Group[] {
  const groups: Map<string, OpenBalance[]> = Map.groupBy(balances, ({ payeeKey }) => payeeKey)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [[first, ...others] satisfies Group] : [],
  )
}

/** The escrow interest of a quarter, with its calculation before it is posted (SPEC C21). */
function InterestCard() {
  const [quarter, setQuarter] = useState(() => quarterBefore(quarterOf(today())))
  const query = useQuery(interestQuery(quarter))
  const mayPost = useMay('payroll')
  return (
    <Query of={query} skeleton={null}>
      {(data) => (
        <Card
          title={`Escrow Interest, ${formatQuarter(quarter)}`}
          description="Escrow earns interest on its average daily balance, at no less than the 13-week Treasury bill rate on the quarter's first day (49 CFR 376.12(k))."
          actions={
            <Button variant="secondary" onClick={() => setQuarter(quarterBefore(quarter))}>
              Previous Quarter
            </Button>
          }
        >
          {data.balances.length === 0 ? (
            <p className="text-sm text-muted">No escrow was held in this quarter.</p>
          ) : (
            <>
              <ul className="grid gap-2 text-sm">
                {data.balances.map((escrow) => (
                  <li key={`${escrow.ruleId} ${escrow.truckId} ${escrow.payeeKey}`}>
                    <span className="wrap-anywhere">
                      {escrow.payee} · {escrow.description}
                      {escrow.truck && ` · Truck ${escrow.truck}`}
                    </span>
                    <span className="block text-xs text-muted tabular-nums">
                      {describeInterest(escrow, data)}
                    </span>
                  </li>
                ))}
              </ul>
              {mayPost && data.balances.some(({ posted }) => posted === null) && (
                <PostForm key={quarter} computed={data} />
              )}
            </>
          )}
        </Card>
      )}
    </Query>
  )
}

/** "Average daily balance $1,152.17 at 5.2% per year: $15.10". */
function describeInterest(
  { average, interest, posted }: EscrowInterest,
  { rate }: QuarterInterest,
): string {
  const mean = `Average daily balance ${formatMoney(toCents(average))}`
  const computed =
    interest === null
      ? mean
      : `${mean} at ${formatQuantity(rate ?? '')}% per year: ${formatMoney(toCents(interest))}`
  if (posted === null) return computed
  return `${computed} · Posted ${formatMoney(toCents(posted.amount))} at ${formatQuantity(posted.rate)}%`
}

function PostForm({ computed }: { computed: QuarterInterest }) {
  const { quarter, from, rate, isOver } = computed
  const [typed, setTyped] = useState(rate ?? '')
  const [error, setError] = useState<string>()
  const posting = useAction({
    send: (sent: string, { confirmed }) =>
      request<QuarterInterest>('POST', '/api/balances/interest', {
        // The button names the quarter: it needs no question.
        body: { quarter, rate: sent, confirmed: ['quarter', ...confirmed] },
      }),
    done: `Interest for ${formatQuarter(quarter)} posted`,
    failed: 'Failed to post interest',
    asks: 'everything',
    onFailure: (failure) =>
      setError(
        failure instanceof ApiError ? (failure.fields?.rate?.[0] ?? failure.message) : undefined,
      ),
  })
  if (!isOver)
    return <p className="text-sm text-muted">Interest is posted after the quarter is over.</p>

  function submit() {
    const read = readTypedAmount(typed, RATE_PLACES) ?? typed
    const problem = interestFields.rate.schema.safeParse(read).error?.issues[0]?.message
    setError(problem)
    if (!problem) posting.run(read)
  }

  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Labeled
        label={`13-Week Treasury Bill Rate on ${formatDay(from)} (%)`}
        name="rate"
        error={error}
        required
      >
        {(aria) => (
          <TextInput
            {...aria}
            inputMode="decimal"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Labeled>
      <Button type="submit" className="self-center" disabled={posting.busy}>
        {posting.busy ? 'Posting...' : `Post ${formatQuarter(quarter)} Interest`}
      </Button>
      <QuestionDialog request={posting} />
    </form>
  )
}
