import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import type { Factor, ReadyInvoice, ScheduleDetails } from '#core/factoring/responses.ts'
import { addUp, formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { FigureCell, FigureTable, Row, TableCell } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { readyQuery } from './queries.ts'

/** The approved invoices that the factor could buy, all selected. One click puts them on a new schedule (SPEC C212). */
export function ReadyCard({ factor }: { factor: Factor }) {
  const query = useQuery(readyQuery(factor.id))
  const mayChange = useMay('billing')
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set())
  const ready = query.data?.invoices ?? []
  const chosen = ready.filter(({ id, problem }) => problem === null && !excluded.has(id))
  return (
    <Card
      title="Ready for a Schedule"
      description="Approved invoices that print this factor’s address and are not on a schedule."
      actions={mayChange && chosen.length > 0 && <CreateButton factor={factor} chosen={chosen} />}
    >
      <Query of={query}>
        {({ invoices }) =>
          invoices.length === 0 ? (
            <p className="text-sm text-muted">No invoices are ready for this factor.</p>
          ) : (
            <ReadyTable
              invoices={invoices}
              isChosen={(invoice) => chosen.includes(invoice)}
              onToggle={mayChange ? (id) => setExcluded(toggle(excluded, id)) : undefined}
            />
          )
        }
      </Query>
    </Card>
  )
}

function toggle(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

type TableProps = {
  invoices: readonly ReadyInvoice[]
  isChosen: (invoice: ReadyInvoice) => boolean
  onToggle: ((id: number) => void) | undefined
}

function ReadyTable({ invoices, isChosen, onToggle }: TableProps) {
  return (
    <SidewaysScroll>
      <FigureTable
        caption="Invoices ready for a schedule"
        heads={['Invoice #', 'Broker', 'Loads', 'Date', 'Open']}
        firstFigure={4}
      >
        {invoices.map((invoice) => (
          <Row key={invoice.id}>
            <TableCell label="Invoice #">
              <label className="hit-area inline-flex items-baseline! gap-2">
                {onToggle && (
                  <Checkbox
                    className="self-center"
                    aria-label={`Invoice ${invoice.number}`}
                    checked={isChosen(invoice)}
                    disabled={invoice.problem !== null}
                    onChange={() => onToggle(invoice.id)}
                  />
                )}
                <Link
                  className="font-medium text-accent-strong underline"
                  to={`/invoices/${invoice.id}`}
                >
                  {invoice.number}
                </Link>
              </label>
            </TableCell>
            <TableCell label="Broker" className="wrap-anywhere">
              {invoice.brokerName}
              {invoice.problem && (
                <span className="block text-xs text-waiting">{invoice.problem}</span>
              )}
            </TableCell>
            <TableCell label="Loads" className="wrap-anywhere">
              {invoice.loads}
            </TableCell>
            <TableCell label="Date">{formatDay(invoice.invoiceDate)}</TableCell>
            <FigureCell label="Open">
              <Money cents={toCents(invoice.face)} />
            </FigureCell>
          </Row>
        ))}
      </FigureTable>
    </SidewaysScroll>
  )
}

function CreateButton({ factor, chosen }: { factor: Factor; chosen: readonly ReadyInvoice[] }) {
  const navigate = useNavigate()
  const { run, busy } = useAction({
    send: () =>
      request<ScheduleDetails>('POST', `/api/factors/${factor.id}/schedules`, {
        body: { day: today(), invoiceIds: chosen.map(({ id }) => id) },
      }),
    done: 'Schedule created',
    failed: 'Failed to create the schedule',
    onDone: ({ id }) => void navigate(`/factoring/schedules/${id}`),
  })
  const face = formatMoney(addUp(chosen.map((invoice) => invoice.face)))
  return (
    <Button size="long" aria-disabled={busy} onClick={() => run()}>
      Schedule {pluralize(chosen.length, 'Invoice')} ({face})
    </Button>
  )
}
