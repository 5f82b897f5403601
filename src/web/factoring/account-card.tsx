import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addDays, formatDay, isDay } from '#core/calendar.ts'
import { listAccountEvents } from '#core/factoring/account-events.ts'
import { nameFactorEntry, sumCash, sumFactored } from '#core/factoring/entries.ts'
import { voidFactoringFields } from '#core/factoring/requests.ts'
import type { Deposit, Factor, FactorAccount } from '#core/factoring/responses.ts'
import { addUp, type Cents, formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import {
  FigureCell,
  FigureTable,
  Row,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { InvoiceLink } from './invoice-link.tsx'
import { factorAccountQuery } from './queries.ts'
import { ReportForm } from './report-form.tsx'

const SHOWN_DAYS = 90
/** So many of the newest reports show their invoices at once: ten reports would be five screens long. */
const OPEN_REPORTS = 2

/** What the factor reported in a period, and the reserve before and after it (SPEC C216). */
export function FactorAccountCard({ factor }: { factor: Factor }) {
  const [period, setPeriod] = useState({ from: addDays(today(), -SHOWN_DAYS), to: today() })
  const [adds, setAdds] = useState(false)
  const query = useQuery(factorAccountQuery(factor.id, period))
  return (
    <Card
      title="Account"
      description="What the factor paid and withheld, by its reports."
      actions={
        <div className="flex flex-wrap gap-2">
          <OnlyFor permission="export">
            <OpenFileLink
              needs="company"
              href={`/api/factors/${factor.id}/account.pdf?${new URLSearchParams(period)}`}
            >
              PDF
            </OpenFileLink>
          </OnlyFor>
          <OnlyFor permission="billing">
            <Button onClick={() => setAdds(true)}>Enter Report</Button>
          </OnlyFor>
        </div>
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-[12rem_12rem] print:hidden">
        {(['from', 'to'] as const).map((name) => (
          <Labeled key={name} label={name === 'from' ? 'From' : 'To'} name={name}>
            {(aria) => (
              <DayInput
                {...aria}
                value={period[name]}
                onChange={(day) => isDay(day) && setPeriod({ ...period, [name]: day })}
              />
            )}
          </Labeled>
        ))}
      </div>
      <Query of={query} skeleton="h-40">
        {(data) => <Account account={data} />}
      </Query>
      {adds && <ReportForm factor={factor} onClose={() => setAdds(false)} />}
    </Card>
  )
}

function Account({ account }: { account: FactorAccount }) {
  const { opening, closing, held } = account
  // The newest report is what the office looks for; the printed account has them from the first to the last.
  const events = listAccountEvents(account).toReversed()
  return (
    <div className="grid gap-4 text-sm">
      <dl className="grid max-w-md gap-1.5">
        {events.length > 0 && <PeriodTotals account={account} />}
        <Figure label={`Reserve Before ${formatDay(account.from)}`}>
          <Money cents={toCents(opening)} />
        </Figure>
        <Figure label={`Reserve on ${formatDay(account.to)}`} strong>
          <Money cents={toCents(closing)} />
        </Figure>
      </dl>
      {events.length === 0 && <p className="text-muted">No reports in this period.</p>}
      <ul aria-label="Reports" className="grid gap-3">
        {events.map(({ deposit, isVoid }, at) =>
          isVoid ? (
            <VoidedReport key={`void ${deposit.id}`} deposit={deposit} />
          ) : (
            <Report key={deposit.id} deposit={deposit} isOpen={at < OPEN_REPORTS} />
          ),
        )}
      </ul>
      {held.length > 0 && (
        <section aria-label="Reserve by invoice" className="grid max-w-md gap-1.5">
          <h3 className="font-semibold">Reserve by Invoice</h3>
          <dl className="grid gap-1.5">
            {held.map(({ invoiceId, number, brokerName, held: amount }) => (
              <Figure key={invoiceId} label={`Invoice ${number}`} by={brokerName}>
                <Money cents={toCents(amount)} />
              </Figure>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

/** What the reports of the period add up to, less the voided ones. */
function PeriodTotals({ account: { deposits, voids } }: { account: FactorAccount }) {
  const entered = sumReports(deposits)
  const voided = sumReports(voids)
  return PERIOD_FIGURES.map(({ label, name }) => (
    <Figure key={name} label={label}>
      <Money cents={entered[name] - voided[name]} />
    </Figure>
  ))
}

const PERIOD_FIGURES = [
  { label: 'Advances', name: 'advance' },
  { label: 'Fees', name: 'fee' },
  { label: 'Deposits', name: 'deposit' },
] as const

function sumReports(reports: readonly Deposit[]) {
  const { advance, fee } = sumFactored(reports.flatMap(({ entries }) => entries))
  return {
    advance: toCents(advance),
    fee: toCents(fee),
    deposit: addUp(reports.map(({ amount }) => amount)),
  }
}

/** The void of a report reverses all of it, on the day of the void. */
function VoidedReport({ deposit }: { deposit: Deposit }) {
  const { day, amount, reference, voidedOn, voidReason } = deposit
  return (
    <li className="grid gap-1 border-b border-line pb-3 last:border-b-0">
      <span className="min-w-0 font-medium wrap-anywhere">
        {formatDay(voidedOn ?? '')}: {formatMoney(-toCents(amount))}, report of {formatDay(day)}{' '}
        void
      </span>
      <span className="text-muted wrap-anywhere">
        {[reference, voidReason].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

/** `isOpen`: whether its invoices are shown at first. */
function Report({ deposit, isOpen }: { deposit: Deposit; isOpen: boolean }) {
  const { id, day, amount, reference, note, voidedOn, voidReason, entries } = deposit
  const count = new Set(entries.flatMap(({ invoiceId }) => invoiceId ?? [])).size
  const [voids, setVoids] = useState(false)
  return (
    <li className="grid gap-2 border-b border-line pb-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 font-medium wrap-anywhere">
          {formatDay(day)}: {formatMoney(toCents(amount))} {reference}
          {voidedOn && (
            <span className="block font-normal text-muted">
              Void since {formatDay(voidedOn)}: {voidReason}
            </span>
          )}
          {note && <span className="block font-normal text-muted">{note}</span>}
        </span>
        {!voidedOn && (
          <OnlyFor permission="billing">
            <Button size="sm" variant="secondary" onClick={() => setVoids(true)}>
              Void Report
            </Button>
          </OnlyFor>
        )}
      </div>
      <details open={isOpen}>
        <summary className="cursor-pointer py-1 text-accent-strong pointer-coarse:py-3">
          {pluralize(count, 'invoice')}
          <span className="sr-only"> of the report of {formatDay(day)}</span>
        </summary>
        <ReportTable deposit={deposit} />
      </details>
      {voids && (
        <RecordForm
          entity={{
            name: `factor-deposits/${id}/void`,
            singular: 'Report',
            fields: voidFactoringFields,
          }}
          start={{ text: { on: today() } }}
          labels={{
            title: 'Void Report',
            description:
              'For a report with a mistake. It counts until the day of the void. Enter the correct one on that day or later.',
            save: 'Void Report',
            saved: 'Report voided',
            failed: 'Failed to void the report',
          }}
          onClose={() => setVoids(false)}
          onSaved={() => void refetchLists()}
        />
      )}
    </li>
  )
}

type Entry = Deposit['entries'][number]

const FIGURES = ['Broker Paid', 'Advance', 'Fees', 'Charged Back', 'Reserve', 'Deposit'] as const
const HEADS = ['Invoice #', ...FIGURES]

/** A report by invoice: how its entries changed the reserve and the deposit (SPEC C213, C216). */
function ReportTable({ deposit: { entries, amount, day } }: { deposit: Deposit }) {
  const ofInvoices = [...Map.groupBy(entries, ({ invoiceId }) => invoiceId)]
  return (
    <SidewaysScroll className="md:[&_table]:min-w-2xl md:[&_table]:table-fixed">
      <FigureTable caption={`Report of ${formatDay(day)} by invoice`} heads={HEADS} firstFigure={1}>
        {ofInvoices.flatMap(([invoiceId, own]) =>
          invoiceId === null
            ? own.map((entry) => (
                <EntryRow key={entry.id} name={nameFactorEntry(entry.kind)} entries={[entry]} />
              ))
            : [
                <EntryRow
                  key={invoiceId}
                  name={<InvoiceLink id={invoiceId}>{own[0]?.invoiceNumber}</InvoiceLink>}
                  entries={own}
                />,
              ],
        )}
        <TotalRow title="Total" firstFigure={1}>
          <Figures entries={entries} deposit={toCents(amount)} />
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

type EntryRowProps = { name: ReactNode; entries: readonly Entry[] }

function EntryRow({ name, entries }: EntryRowProps) {
  const references = [...new Set(entries.flatMap(({ reference }) => reference ?? []))]
  return (
    <Row>
      <TableCell label="Invoice #">
        {name}
        {references.length > 0 && (
          <span className="block text-xs text-muted wrap-anywhere">{references.join(', ')}</span>
        )}
      </TableCell>
      <Figures entries={entries} deposit={sumCash(entries)} />
    </Row>
  )
}

function Figures({ entries, deposit }: { entries: readonly Entry[]; deposit: Cents }) {
  const { debtorPaid, advance, fee, chargedBack, held } = sumFactored(entries)
  const figures = [...[debtorPaid, advance, fee, chargedBack, held].map(toCents), deposit]
  return FIGURES.map((label, index) => {
    const cents = figures[index] ?? 0n
    return (
      <FigureCell key={label} label={label}>
        <Money cents={cents === 0n ? null : cents} />
      </FigureCell>
    )
  })
}
