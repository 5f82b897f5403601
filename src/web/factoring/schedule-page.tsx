/** A schedule of accounts: its invoices, and the state of each (SPEC C212, C215). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { FACTORED_STATES, type FactoredState } from '#core/factoring/entries.ts'
import { voidFactoringFields } from '#core/factoring/requests.ts'
import type { ScheduleDetails } from '#core/factoring/responses.ts'
import { toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { OpenFileLink } from '#web/api/file-links.tsx'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { MailHistory } from '#web/mail/mail-history.tsx'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { RecordForm } from '#web/records/form/record-form.tsx'
import {
  FigureCell,
  FigureTable,
  Row,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { ReportLinks } from '#web/transfer/export-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { DeleteFactoringDialog } from './delete-dialog.tsx'
import { InvoiceLink } from './invoice-link.tsx'
import { PacketsCard } from './packets-card.tsx'
import { scheduleQuery } from './queries.ts'
import { ScheduleState } from './schedules-card.tsx'

export function SchedulePage() {
  const id = Number(useParams()['id'])
  const query = useQuery(scheduleQuery(id))
  const { data } = query
  if (!data)
    return (
      <Page title="Schedule">
        <Query of={query} skeleton="h-40" />
      </Page>
    )
  const { number, factorName, factorId, day, count } = data
  return (
    <Page
      title={number === null ? 'Draft Schedule' : `Schedule ${number}`}
      parent={{ title: factorName, to: `/factoring/${factorId}` }}
      description={`${formatDay(day)}, ${pluralize(count, 'invoice')}`}
      actions={<Actions schedule={data} />}
    >
      <Card>
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <ScheduleState state={data.state} />
          {data.voidedOn && (
            <span className="wrap-anywhere text-muted">
              Void on {formatDay(data.voidedOn)}: {data.voidReason}
            </span>
          )}
        </div>
        <Invoices schedule={data} />
      </Card>
      {data.state !== 'void' && <PacketsCard schedule={data} />}
      <MailHistory path={`/api/factor-schedules/${id}`} />
    </Page>
  )
}

const FIGURES = [
  { label: 'Advance', name: 'advance' },
  { label: 'Fee', name: 'fee' },
  { label: 'Reserve', name: 'held' },
] as const

/** Before the factor's report, advance, fee and reserve are not $0.00 but unknown. */
function isFunded({ state }: ScheduleDetails['invoices'][number]): boolean {
  return state !== null && state !== 'submitted'
}

const HEADS = ['Invoice #', 'Broker', 'Loads', 'With Factor', 'Advance', 'Fee', 'Reserve', 'Face']

function Invoices({ schedule: { invoices, face } }: { schedule: ScheduleDetails }) {
  return (
    <SidewaysScroll>
      <FigureTable caption="Invoices of the schedule" heads={HEADS} firstFigure={4}>
        {invoices.map((invoice) => (
          <Row key={invoice.id}>
            <TableCell label="Invoice #">
              <InvoiceLink id={invoice.id}>{invoice.number}</InvoiceLink>
            </TableCell>
            <TableCell label="Broker" className="md:min-w-32 wrap-anywhere">
              {invoice.brokerName}
            </TableCell>
            <TableCell label="Loads" className="md:min-w-32 wrap-anywhere">
              {invoice.loads}
            </TableCell>
            <TableCell label="With Factor">
              <span className="max-md:text-right">
                {invoice.state ? <FactoredBadge state={invoice.state} /> : '–'}
                {invoice.recourseOn && invoice.state === 'funded' && (
                  <span className="block text-xs whitespace-nowrap text-muted">
                    Recourse {formatDay(invoice.recourseOn)}
                  </span>
                )}
              </span>
            </TableCell>
            {FIGURES.map(({ label, name }) => (
              <FigureCell key={name} label={label}>
                <Money cents={isFunded(invoice) ? toCents(invoice.books[name]) : null} />
              </FigureCell>
            ))}
            <FigureCell label="Face">
              <Money cents={toCents(invoice.face)} />
            </FigureCell>
          </Row>
        ))}
        <TotalRow title="Total Face Amount" firstFigure={7}>
          <FigureCell label="Face">
            <Money cents={toCents(face)} />
          </FigureCell>
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

export function FactoredBadge({ state }: { state: FactoredState }) {
  const found = FACTORED_STATES.find(({ value }) => value === state)
  return found ? <Badge tone={found.tone}>{found.label}</Badge> : null
}

type OpenDialog = 'void' | 'delete'

function Actions({ schedule }: { schedule: ScheduleDetails }) {
  const { id, state, factorId, number } = schedule
  const [open, setOpen] = useState<OpenDialog>()
  const navigate = useNavigate()
  const { run, busy } = useAction({
    send: () => request<ScheduleDetails>('POST', `/api/factor-schedules/${id}/submit`),
    done: (submitted) => `Schedule ${submitted.number ?? ''} submitted`,
    failed: 'The schedule was not submitted',
  })
  return (
    <div className="flex flex-wrap gap-2">
      <HistoryButton path="factor-schedules" id={id} />
      <ReportLinks path={`/api/factor-schedules/${id}/schedule`} />
      <OpenFileLink needs="company" href={`/api/factor-schedules/${id}/schedule.pdf`}>
        PDF
      </OpenFileLink>
      <OnlyFor permission="billing">
        {state === 'draft' && (
          <>
            <Button variant="secondary" onClick={() => setOpen('delete')}>
              Delete Draft
            </Button>
            <Button aria-disabled={busy} onClick={() => run()}>
              Submit
            </Button>
          </>
        )}
        {state === 'submitted' && (
          <Button variant="secondary" onClick={() => setOpen('void')}>
            Void
          </Button>
        )}
      </OnlyFor>
      {open === 'void' && (
        <RecordForm
          entity={{
            name: `factor-schedules/${id}/void`,
            singular: 'Schedule',
            fields: voidFactoringFields,
          }}
          start={{ text: { on: today() } }}
          labels={{
            title: `Void Schedule ${number ?? ''}`,
            description: 'The factor rejected it. Its invoices are ready for another schedule.',
            save: 'Void Schedule',
            saved: 'Schedule voided',
            failed: 'Failed to void the schedule',
          }}
          onClose={() => setOpen(undefined)}
          onSaved={() => void refetchLists()}
        />
      )}
      {open === 'delete' && (
        <DeleteFactoringDialog
          path={`/api/factor-schedules/${id}`}
          name="the draft schedule"
          onClose={() => setOpen(undefined)}
          onDeleted={() => void navigate(`/factoring/${factorId}`)}
        />
      )}
    </div>
  )
}
