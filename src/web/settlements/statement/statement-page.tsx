import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { addUp, formatMoney, formatQuantity, toAmount, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { findCauses } from '#core/settlements/comparison/compare-statements.ts'
import type { StatementView } from '#core/settlements/comparison/statement-view.ts'
import { settlementAddress, statementAddress } from '#core/settlements/history.ts'
import {
  type Settlement,
  type SettlementLoad,
  statementPath,
} from '#core/settlements/settlement.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { ApiError } from '#web/api/client.ts'
import { OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { CommentThread } from '#web/comments/thread.tsx'
import { MailHistory } from '#web/mail/mail-history.tsx'
import { StatementMailButton } from '#web/mail/statement-mail-button.tsx'
import { PaymentsOfStatement } from '#web/payments/statement-payments.tsx'
import { StatementQuestions } from '#web/questions/statement-questions.tsx'
import { formatRoute } from '#web/records/format.ts'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { readPathId } from '#web/records/page/page-address.ts'
import { Fact, Facts } from '#web/records/page/record-facts.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { NotFound } from '#web/records/page/record-page.tsx'
import { SettleAgainCard } from '#web/settlements/again/settle-again-card.tsx'
import { describeStatus } from '#web/settlements/approval/describe-status.ts'
import {
  FigureCell,
  FigureTable,
  Row,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { PayeeLink } from '#web/settlements/payee/payee-link.tsx'
import { StatusBadge } from '#web/ui/badge.tsx'
import { LINK_BUTTON } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { ComparisonTable, formatDifference } from './comparison-table.tsx'
import { statementQuery } from './queries.ts'

/** One statement: from gross to net, compared with the previous statement, and its loads (SPEC C52). */
export function StatementPage() {
  const id = readPathId(useParams().id)
  const query = useQuery(statementQuery(id))
  const { data, error } = query
  if (id === null || (error instanceof ApiError && error.status === 404))
    return <NotFound singular="Statement" />
  if (data) return <LoadedStatement view={data} />
  return (
    <Page title="Statement">
      <Query of={query} skeleton="h-64" />
    </Page>
  )
}

function LoadedStatement({ view }: { view: StatementView }) {
  const { settlement, loads } = view
  return (
    <Page
      title={nameStatement(settlement)}
      description={describeStatus(settlement)}
      actions={<StatementLinks settlement={settlement} />}
    >
      <Card title="Details">
        <StatementFacts view={view} />
        <PaymentsOfStatement billing={settlement} />
      </Card>
      {settlement.status === 'void' && <SettleAgainCard billingId={settlement.id} />}
      {settlement.number !== null && <StatementQuestions billingId={settlement.id} />}
      {settlement.number !== null && <MailHistory path={`/api/billing/${settlement.id}`} />}
      <ComparisonCard view={view} />
      <Card
        title="Loads"
        description={
          settlement.status === 'pending' ? 'Current values.' : 'As the statement prints them.'
        }
      >
        <StatementLoads loads={loads} />
      </Card>
      <CommentThread key={settlement.id} kind="billing" id={settlement.id} />
    </Page>
  )
}

/** "Statement #42", "Draft Settlement". */
function nameStatement({ number }: Pick<Settlement, 'number'>): string {
  return number === null ? 'Draft Settlement' : `Statement #${number}`
}

function StatementLinks({ settlement }: { settlement: Settlement }) {
  const isFrozen = settlement.status === 'approved' || settlement.status === 'paid'
  return (
    <div className="flex flex-wrap items-center gap-3">
      <HistoryButton path="billing" id={settlement.id} />
      {settlement.status !== 'void' && (
        <Link className={LINK_BUTTON} to={settlementAddress(settlement)}>
          Open Settlement
        </Link>
      )}
      <OpenFileLink href={statementPath(settlement.id)}>
        <FileText aria-hidden className="size-4" />
        PDF
      </OpenFileLink>
      <OpenFileLink href={statementPath(settlement.id, 'es')}>PDF in Spanish</OpenFileLink>
      {isFrozen && (
        <OnlyFor permission="payroll">
          <StatementMailButton billingId={settlement.id} />
        </OnlyFor>
      )}
    </div>
  )
}

function StatementFacts({ view }: { view: StatementView }) {
  const { settlement, truck } = view
  const { truckId, ownerId, driverId, settlementDate, startDate, endDate, notes } = settlement
  return (
    <Facts>
      <Fact label="Payee">
        <PayeeLink {...{ ownerId, driverId }} name={view.payeeName} />
      </Fact>
      <Fact label="Truck">
        <RecordLink to="trucks" id={truckId}>
          {truck}
        </RecordLink>
      </Fact>
      <Fact label="Settlement Date">{formatDay(settlementDate)}</Fact>
      <Fact label="Period">
        {formatDay(startDate)} – {formatDay(endDate)}
      </Fact>
      <Fact label="Status">
        <StatusBadge status={settlement.status} options={SETTLEMENT_STATUSES} />
      </Fact>
      {notes && <Fact label="Notes">{notes}</Fact>}
    </Facts>
  )
}

function ComparisonCard({ view }: { view: StatementView }) {
  const { settlement, previous, comparison } = view
  const current = settlement.number === null ? 'This draft' : `#${settlement.number}`
  return (
    <Card
      title={previous ? `Compared with #${previous.number}` : 'From Gross to Net'}
      description={
        previous
          ? `The previous statement of the same payee and truck, ${formatDay(previous.settlementDate)}.`
          : 'There is no earlier statement of the same payee and truck.'
      }
      actions={
        previous && (
          <Link
            className="hit-area text-sm font-medium text-accent-strong underline"
            to={statementAddress(previous.id)}
          >
            Open #{previous.number}
          </Link>
        )
      }
    >
      {previous && <Causes view={view} />}
      <ComparisonTable
        comparison={comparison}
        current={current}
        previous={previous && `#${previous.number}`}
      />
    </Card>
  )
}

/** "Net is $625.50 less than on #41. Mostly: Loads -$500.00, Fuel -$100.00." */
function Causes({ view: { comparison, previous } }: { view: StatementView }) {
  const change = toCents(comparison.net.difference ?? '0.00')
  if (change === 0n) return <p className="text-sm">Net is the same as on #{previous?.number}.</p>
  const causes = findCauses(comparison).map(
    ({ label, difference }) => `${label} ${formatDifference(difference ?? '0.00')}`,
  )
  const amount = formatMoney(change < 0n ? -change : change)
  return (
    <p className="text-sm wrap-anywhere">
      <strong>
        Net is {amount} {change < 0n ? 'less' : 'more'} than on #{previous?.number}.
      </strong>{' '}
      {causes.length > 0 && `Mostly: ${causes.join(', ')}.`}
    </p>
  )
}

const HEADS = ['Load #', 'Route', 'Delivery', 'Broker', 'Miles', 'Revenue']
const FIRST_FIGURE = 4

/** The loads of a statement, as it prints them. */
function StatementLoads({ loads }: { loads: SettlementLoad[] }) {
  if (loads.length === 0)
    return <p className="text-sm text-muted">No loads are on this statement.</p>
  return (
    <SidewaysScroll>
      <FigureTable caption="Loads of the statement" heads={HEADS} firstFigure={FIRST_FIGURE}>
        {loads.map((load) => (
          <LoadRow key={load.id} load={load} />
        ))}
        <TotalRow title={`Total (${pluralize(loads.length, 'load')})`} firstFigure={FIRST_FIGURE}>
          <FigureCell label="Miles">
            {formatQuantity(toAmount(addUp(loads.map(({ miles }) => miles))))}
          </FigureCell>
          <FigureCell label="Revenue">
            {formatMoney(addUp(loads.map(({ revenue }) => revenue)))}
          </FigureCell>
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

function LoadRow({ load }: { load: SettlementLoad }) {
  const { id, loadId, deliveryDate, broker, miles, revenue } = load
  return (
    <Row>
      <TableCell label="Load #" className="wrap-anywhere">
        <RecordLink to="loads" id={id}>
          {loadId}
        </RecordLink>
      </TableCell>
      <TableCell label="Route" className="min-w-36 wrap-anywhere">
        {formatRoute(load)}
      </TableCell>
      <TableCell label="Delivery" className="whitespace-nowrap">
        {deliveryDate === null ? '–' : formatDay(deliveryDate)}
      </TableCell>
      <TableCell label="Broker" className="wrap-anywhere">
        {broker ?? '–'}
      </TableCell>
      <FigureCell label="Miles">{formatQuantity(miles)}</FigureCell>
      <FigureCell label="Revenue">{formatMoney(toCents(revenue))}</FigureCell>
    </Row>
  )
}
