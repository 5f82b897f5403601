import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import type { FactorSchedule } from '#core/factoring/responses.ts'
import { toCents } from '#core/money.ts'
import { FigureCell, FigureTable, Row, TableCell } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { schedulesQuery } from './queries.ts'

const STATES = {
  draft: { label: 'Draft', tone: 'waiting' },
  submitted: { label: 'Submitted', tone: 'good' },
  void: { label: 'Void', tone: 'neutral' },
} as const

export function ScheduleState({ state }: Pick<FactorSchedule, 'state'>) {
  const { label, tone } = STATES[state]
  return <Badge tone={tone}>{label}</Badge>
}

/** The schedules of a factor, latest first. */
export function SchedulesCard({ factorId }: { factorId: number }) {
  const query = useQuery(schedulesQuery(factorId))
  return (
    <Card title="Schedules">
      <Query of={query} empty="No schedules yet.">
        {(data) => (
          <SidewaysScroll>
            <FigureTable
              caption="Schedules"
              heads={['Schedule #', 'Date', 'Status', 'Invoices', 'Face Amount']}
              firstFigure={3}
            >
              {data.map((schedule) => (
                <Row key={schedule.id}>
                  <TableCell label="Schedule #">
                    <Link
                      className="hit-area font-medium text-accent-strong underline"
                      to={`/factoring/schedules/${schedule.id}`}
                    >
                      {schedule.number ?? 'Draft'}
                    </Link>
                  </TableCell>
                  <TableCell label="Date">{formatDay(schedule.day)}</TableCell>
                  <TableCell label="Status">
                    <ScheduleState state={schedule.state} />
                  </TableCell>
                  <FigureCell label="Invoices">{schedule.count}</FigureCell>
                  <FigureCell label="Face Amount">
                    <Money cents={toCents(schedule.face)} />
                  </FigureCell>
                </Row>
              ))}
            </FigureTable>
          </SidewaysScroll>
        )}
      </Query>
    </Card>
  )
}
