/** A broker's statement of account on the screen (SPEC C202). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { formatDay, isDay, monthBefore } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { accountMailFields } from '#core/receivables/account-mail.ts'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import { DownloadLink, OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { MailHistory } from '#web/mail/mail-history.tsx'
import { refetchMails } from '#web/mail/queries.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import {
  FigureCell,
  FigureTable,
  Row,
  TABLE_FRAME,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { OpenInvoices } from './open-invoices.tsx'
import { accountMailQuery, accountStatementQuery } from './queries.ts'

export function AccountStatementPage() {
  const brokerId = Number(useParams().id)
  const { from, to, choose } = usePeriod()
  const query = useQuery(accountStatementQuery(brokerId, from, to))
  const { data } = query
  const search = new URLSearchParams({ from, to })
  return (
    <Page
      title={data ? `Statement of Account, ${data.brokerName}` : 'Statement of Account'}
      actions={
        <div className="flex flex-wrap gap-2">
          <OnlyFor permission="export">
            <OpenFileLink
              needs="company"
              href={`/api/brokers/${brokerId}/account-statement.pdf?${search}`}
            >
              PDF
            </OpenFileLink>
          </OnlyFor>
          <OnlyFor permission="billing">
            {data && <AccountMailButton brokerId={brokerId} search={search.toString()} />}
          </OnlyFor>
        </div>
      }
    >
      <div className="grid gap-x-4 sm:grid-cols-[12rem_12rem] print:hidden">
        <Labeled label="From" name="from">
          {(aria) => (
            <DayInput
              {...aria}
              key={from}
              value={from}
              onChange={(day) => isDay(day) && choose({ from: day, to: day > to ? day : to })}
            />
          )}
        </Labeled>
        <Labeled label="To" name="to">
          {(aria) => (
            <DayInput
              {...aria}
              key={to}
              value={to}
              onChange={(day) => isDay(day) && choose({ from: day < from ? day : from, to: day })}
            />
          )}
        </Labeled>
      </div>
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            <Facts statement={data} />
            <Card title={`Open on ${formatDay(data.to)}`}>
              <dl className="grid max-w-md gap-1.5 text-sm">
                {data.labels.map((label, at) => (
                  <Figure key={label} label={`${label} days`}>
                    <Money cents={toCents(data.aging.buckets[at] ?? '0.00')} />
                  </Figure>
                ))}
                <Figure label="Unapplied">
                  <Money cents={toCents(data.aging.unapplied)} />
                </Figure>
                <Figure label="Balance" strong>
                  <Money cents={toCents(data.closing)} />
                </Figure>
              </dl>
              <OpenInvoices
                choice={{ asOf: data.to, basis: 'age' }}
                broker={{ ...data, unapplied: '0.00' }}
              />
            </Card>
            <MailHistory path={`/api/brokers/${brokerId}`} />
          </>
        )}
      </Query>
    </Page>
  )
}

/** The period is in the address. By default it is last month and this month. */
function usePeriod() {
  const [params, setParams] = useSearchParams()
  const [fromParam, toParam] = [params.get('from') ?? '', params.get('to') ?? '']
  const to = isDay(toParam) ? toParam : today()
  const start = isDay(fromParam) ? fromParam : monthBefore(to).from
  return {
    to,
    from: start > to ? to : start,
    choose: (period: { from: string; to: string }) => setParams(period),
  }
}

const HEADS = ['Date', 'Description', 'Amount', 'Balance']
const FIRST_FIGURE = 2

/** The opening balance, each entry by day, and the closing balance. */
function Facts({ statement }: { statement: AccountStatement }) {
  const { from, to, opening, lines, closing } = statement
  return (
    <div className={`${TABLE_FRAME} overflow-hidden`}>
      <FigureTable
        caption={`Entries from ${formatDay(from)} to ${formatDay(to)}`}
        heads={HEADS}
        firstFigure={FIRST_FIGURE}
      >
        <Row>
          <TableCell label="Date">{formatDay(from)}</TableCell>
          <TableCell label="Description">Opening balance</TableCell>
          <td className="max-sm:hidden" />
          <FigureCell label="Balance">
            <Money cents={toCents(opening)} />
          </FigureCell>
        </Row>
        {lines.map((line, at) => (
          <Row key={at}>
            <TableCell label="Date">{formatDay(line.day)}</TableCell>
            <TableCell label="Description" className="wrap-anywhere">
              {line.text}
            </TableCell>
            <FigureCell label="Amount">
              <Money cents={toCents(line.amount)} />
            </FigureCell>
            <FigureCell label="Balance">
              <Money cents={toCents(line.balance)} />
            </FigureCell>
          </Row>
        ))}
        <TotalRow title={`Closing balance on ${formatDay(to)}`} firstFigure={FIRST_FIGURE + 1}>
          <FigureCell label="Balance">
            <Money cents={toCents(closing)} />
          </FigureCell>
        </TotalRow>
      </FigureTable>
    </div>
  )
}

type AccountMailProps = {
  brokerId: number
  /** The period, as the API's query: "from=2026-10-01&to=2026-11-23". */
  search: string
}

/** Emails the statement as it is shown. Without a mail server, offers a draft to download (SPEC C249). */
function AccountMailButton({ brokerId, search }: AccountMailProps) {
  const [open, setOpen] = useState(false)
  const { data: mail } = useQuery(accountMailQuery(brokerId, search))
  if (!mail) return null
  const { isSetUp, ...text } = mail
  const path = `brokers/${brokerId}/account-statement`
  if (!isSetUp)
    return (
      <DownloadLink needs="company" href={`/api/${path}/mail-draft.eml?${search}`}>
        Email Draft
      </DownloadLink>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>Email</Button>
      {open && (
        <RecordForm
          entity={{
            name: `${path}/mail?${search}`,
            singular: 'Email',
            fields: accountMailFields,
          }}
          start={{ text: { ...text, cc: '', sentOn: today() } }}
          labels={{
            title: 'Email the Statement of Account',
            description:
              'The statement is attached as a PDF. The contact log records that it was sent.',
            save: 'Send',
            saved: 'Statement of account queued',
            failed: 'Failed to send the statement of account',
          }}
          onSaved={() => {
            void refetchLists()
            void refetchMails()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
