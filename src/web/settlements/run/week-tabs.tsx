import { Link } from 'react-router'
import { type Day, formatDay, type Period } from '#core/calendar.ts'
import { describeOpen } from '#core/settlements/run/open-weeks.ts'
import { useOpenWork } from '#web/settlements/use-open-work.ts'
import { PART } from '#web/ui/tab-style.tsx'

type WeekTabsProps = {
  current: Period
  /** Judged by its own settlements: a week that is not due yet has work, but is not among the open weeks (SPEC C50). */
  isDone: boolean
}

/** The weeks with open or held settlements, each with what there is to do, and the week on the screen (SPEC C483). */
export function WeekTabs({ current, isDone }: WeekTabsProps) {
  const open = useOpenWork()?.weeks
  if (!open?.length) return null
  const tabs = open.map((week) => ({ ...week, text: describeOpen(week) }))
  const isListed = tabs.some(({ from }) => from === current.from)
  const text = isDone ? 'done' : 'to do'
  const weeks = isListed ? tabs : [...tabs, { ...current, text }].toSorted(byStart)
  return (
    <nav aria-label="Weeks" className="min-w-0 print:hidden">
      <ul className="flex gap-1 max-md:overflow-x-auto md:flex-wrap">
        {weeks.map(({ from, to, text }) => (
          <li key={from} className="shrink-0">
            <Link
              to={`/settlements/run?week=${from}`}
              aria-current={from === current.from ? 'page' : undefined}
              title={`${formatDay(from)} – ${formatDay(to)}`}
              className={PART}
            >
              <span className="tabular-nums">{formatStart(from)}:</span>
              <span className="font-normal">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function byStart(one: Period, other: Period): number {
  return one.from < other.from ? -1 : 1
}

/** "11/22": the year is that of the heading below. */
function formatStart(from: Day): string {
  return formatDay(from).slice(0, -'/2026'.length)
}
