import { Link } from 'react-router'
import { formatDay, type Period } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { countOpen, findOpenWeek, type OpenWeek } from '#core/settlements/run/open-weeks.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { useOpenWork } from '#web/settlements/use-open-work.ts'
import { describeDone } from './week-state.ts'

/** Once the week has no open work: the reason, and a link to the next week with open work. Lists other weeks with holds. */
export function NextWeek({ run }: { run: Run }) {
  const weeks = useOpenWork()?.weeks
  if (!weeks) return null
  const held = weeks.filter((week) => week.held > 0 && week.from !== run.from)
  const done = describeDone(run.rows)
  return (
    <>
      {done !== null && <Done text={done} next={findOpenWeek(weeks, run.from)} />}
      {held.map((week) => (
        <Notice key={week.from}>
          {pluralize(week.held, 'settlement')} on hold in the week of <WeekLink week={week} />.
        </Notice>
      ))}
    </>
  )
}

function Done({ text, next }: { text: string; next: OpenWeek | undefined }) {
  return (
    <p className="rounded-lg border border-line bg-surface p-4 text-sm" role="status">
      {text}{' '}
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
