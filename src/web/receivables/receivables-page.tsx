/** The Receivables screen: what each broker owes, as of any day (SPEC C200, C201). */
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { addDays, type Day, formatDay, isDay, monthOf } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { type Aging, AGING_BASES, type BrokerAging } from '#core/receivables/aging.ts'
import { OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import {
  FigureCell,
  FigureTable,
  Row,
  TABLE_FRAME,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { RowToggle } from '#web/settlements/figures/row-toggle.tsx'
import { ReportLinks } from '#web/transfer/export-link.tsx'
import { LINK_BUTTON } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { type AgingInputs, readAgingChoice, writeAgingChoice } from './aging-address.ts'
import { OpenInvoices } from './open-invoices.tsx'
import { agingQuery, agingSearch, bridgeQuery } from './queries.ts'

export function ReceivablesPage() {
  const { choice, choose } = useChoice()
  const query = useQuery(agingQuery(choice))
  const search = agingSearch(choice)
  return (
    <Page
      title="Receivables"
      description="What each broker owes, as of any day."
      actions={
        <div className="flex flex-wrap gap-2">
          <Link className={LINK_BUTTON} to="/receivables/reminders">
            Reminders
          </Link>
          <OnlyFor permission="export">
            <ReportLinks path="/api/receivables/aging" query={choice} />
            <OpenFileLink needs="company" href={`/api/receivables/aging.pdf?${search}`}>
              PDF
            </OpenFileLink>
          </OnlyFor>
        </div>
      }
    >
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[12rem_14rem] print:hidden">
        <Labeled label="As of" name="asOf" hint="Includes entries dated through this day">
          {(aria) => (
            <DayInput
              {...aria}
              key={choice.asOf}
              value={choice.asOf}
              onChange={(asOf) => isDay(asOf) && choose({ asOf })}
            />
          )}
        </Labeled>
        <Labeled label="Aged by" name="basis">
          {(aria) => (
            <Select
              {...aria}
              value={choice.basis}
              options={AGING_BASES}
              onChange={(basis) => choose({ basis })}
            />
          )}
        </Labeled>
      </div>
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            {data.brokers.length === 0 && (
              <p className="text-sm text-muted">
                No broker owed anything on {formatDay(data.asOf)}. Approved invoices appear here
                starting on their invoice date.
              </p>
            )}
            {data.brokers.length > 0 && <AgingTable aging={data} />}
          </>
        )}
      </Query>
      <BridgeCard key={choice.asOf} to={choice.asOf} />
    </Page>
  )
}

/** The day and the basis of the age are in the address, unless they are the defaults. */
function useChoice() {
  const [params, setParams] = useSearchParams()
  const choice = readAgingChoice(params, today())
  return {
    choice,
    choose: (changed: Partial<AgingInputs>) =>
      setParams(writeAgingChoice({ ...choice, ...changed }, today())),
  }
}

/** How the amount owed changed since an earlier day, by default the end of the previous month. */
function BridgeCard({ to }: { to: Day }) {
  const [typed, setTyped] = useState(() => addDays(monthOf(to).from, -1))
  const from = isDay(typed) && typed <= to ? typed : to
  const query = useQuery(bridgeQuery(from, to))
  const problem =
    isDay(typed) && typed <= to ? undefined : `Enter a date on or before ${formatDay(to)}`
  return (
    <Card title="What Changed" description={`From an earlier day to ${formatDay(to)}.`}>
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-[12rem_minmax(0,28rem)]">
        <Labeled label="Since the end of" name="from" error={problem}>
          {(aria) => <DayInput {...aria} value={typed} onChange={setTyped} />}
        </Labeled>
        <Query of={query} skeleton={null}>
          {(data) => (
            <dl className="grid content-start gap-1.5 text-sm">
              <Figure label={`Owed on ${formatDay(data.from)}`}>
                <Money cents={toCents(data.opening)} />
              </Figure>
              {data.lines.map(({ name, label, amount }) => (
                <Figure key={name} label={label}>
                  <Money cents={toCents(amount)} />
                </Figure>
              ))}
              <Figure label={`Owed on ${formatDay(data.to)}`} strong>
                <Money cents={toCents(data.closing)} />
              </Figure>
            </dl>
          )}
        </Query>
      </div>
    </Card>
  )
}

const FIRST_FIGURE = 1

/** One line for each broker. A click on the name opens its invoices of that day. */
function AgingTable({ aging }: { aging: Aging }) {
  const { asOf, basis, labels, brokers, total } = aging
  const [open, setOpen] = useState<number | null>(null)
  const heads = ['Broker', ...listFigures(labels)]
  return (
    <SidewaysScroll className={TABLE_FRAME}>
      <FigureTable
        caption={`Receivables on ${formatDay(asOf)}`}
        heads={heads}
        firstFigure={FIRST_FIGURE}
      >
        {brokers.map((broker) => (
          <Fragment key={broker.brokerId}>
            <Row>
              <TableCell label="Broker" className="wrap-anywhere sm:min-w-44">
                <RowToggle
                  label={broker.brokerName}
                  isOpen={open === broker.brokerId}
                  onToggle={() => setOpen(open === broker.brokerId ? null : broker.brokerId)}
                />
              </TableCell>
              <Amounts labels={labels} row={broker} />
            </Row>
            {open === broker.brokerId && (
              <tr>
                <td colSpan={heads.length} className="p-0">
                  <OpenInvoices choice={{ asOf, basis }} broker={broker} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
        <TotalRow
          title={`Total (${pluralize(brokers.length, 'broker')})`}
          firstFigure={FIRST_FIGURE}
        >
          <Amounts labels={labels} row={total} />
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

function listFigures(labels: readonly string[]): string[] {
  return [...labels, 'Unapplied', 'Balance', 'With factor', 'Disputed']
}

type AmountsProps = { labels: readonly string[]; row: Omit<BrokerAging, 'brokerId' | 'brokerName'> }

/** The figures in the order of `listFigures`. */
function Amounts({ labels, row }: AmountsProps) {
  const { buckets, unapplied, balance, withFactor, disputed } = row
  const amounts = [...buckets, unapplied, balance, withFactor, disputed]
  return listFigures(labels).map((head, at) => {
    const cents = toCents(amounts[at] ?? '0.00')
    const isBalance = head === 'Balance'
    return (
      <FigureCell key={head} label={head}>
        {cents === 0n && !isBalance ? (
          <span className="text-muted">–</span>
        ) : isBalance ? (
          <strong className="font-semibold">
            <Money cents={cents} />
          </strong>
        ) : (
          <Money cents={cents} />
        )}
      </FigureCell>
    )
  })
}
