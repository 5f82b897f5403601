import { Link } from 'react-router'
import { formatDay, type Period } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { countOpen, findOpenWeek, type OpenWeek } from '#core/settlements/run/open-weeks.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { useOpenWork } from '#web/settlements/use-open-work.ts'

/** Why a week has nothing to do, and the week that has. Nothing as long as the week has open work. */
export function NextWeek({ run }: { run: Run }) {
  const weeks = useOpenWork()?.weeks
  if (!weeks) return null
  const here = weeks.find(({ from }) => from === run.from)
  const held = weeks.filter((week) => week.held > 0 && week.from !== run.from)
  const isDone = !here || countOpen(here) === 0
  return (
    <>
      {isDone && <Done run={run} held={here?.held ?? 0} next={findOpenWeek(weeks, run.from)} />}
      {held.map((week) => (
        <Notice key={week.from}>
          {pluralize(week.held, 'settlement')} on hold in the week of <WeekLink week={week} />.
        </Notice>
      ))}
    </>
  )
}

function Done({ run, held, next }: { run: Run; held: number; next: OpenWeek | undefined }) {
  return (
    <p className="rounded-lg border border-line bg-surface p-4 text-sm" role="status">
      {describeWeek(run, held)}{' '}
      {next ? (
        <>
          Next: <WeekLink week={next} /> ({countOpen(next)} open).
        </>
      ) : (
        'No other week has open settlements.'
      )}
    </p>
  )
}

function describeWeek({ rows }: Run, held: number): string {
  if (rows.length === 0)
    return 'No loads have a settlement date this week. Set it on the load’s Financial tab.'
  if (held > 0) return `All other settlements of this week are paid. ${held} on hold.`
  return rows.some(({ billing }) => billing)
    ? 'All settlements of this week are paid.'
    : 'No settlement of this week is due yet.'
}

function WeekLink({ week }: { week: Period }) {
  return (
    <Link
      className="font-medium text-accent-strong underline"
      to={`/settlements/run?week=${week.from}`}
    >
      {formatDay(week.from)} – {formatDay(week.to)}
    </Link>
  )
}
