/** The Profit screen: what each truck, driver, broker, lane, dispatcher or owner earns the carrier (SPEC C582–C585). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDay, formatMonth, isDay, type Day } from '#core/calendar.ts'
import { findPeriodProblem, hasFigures, PROFIT_VIEWS, type Profit } from '#core/profit/profit.ts'
import { today } from '#web/api/today.ts'
import { PeriodHeading } from '#web/settlements/period-heading.tsx'
import { ReportLinks } from '#web/transfer/export-link.tsx'
import { classes } from '#web/ui/classes.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { PART } from '#web/ui/tab-style.tsx'
import {
  changeUnit,
  movePeriod,
  PROFIT_UNITS,
  readProfitChoice,
  writeProfitChoice,
  type ProfitChoice,
} from './profit-address.ts'
import { ProfitNotes } from './profit-notes.tsx'
import { ProfitSummary } from './profit-summary.tsx'
import { ProfitTable } from './profit-table.tsx'
import { profitQuery } from './queries.ts'

export function ProfitPage() {
  const { choice, choose } = useChoice()
  const { by, from, to } = choice
  const query = useQuery(profitQuery(choice))
  return (
    <Page
      title="Profit"
      description="What is left for you after owners, drivers and costs."
      actions={<ReportLinks path="/api/profit" query={{ by, from, to }} />}
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <ViewSwitch choice={choice} />
        <PeriodChoice choice={choice} choose={choose} />
      </div>
      <Query of={query} skeleton="h-96">
        {(data) => (
          <div
            aria-busy={query.isPlaceholderData}
            className={classes('grid gap-5', query.isPlaceholderData && 'opacity-60')}
          >
            <ProfitFigures profit={data} />
          </div>
        )}
      </Query>
    </Page>
  )
}

function ProfitFigures({ profit }: { profit: Profit }) {
  const { by, from, to, total } = profit
  if (!hasFigures(total))
    return (
      <p className="text-sm text-muted">
        No load was delivered and no cost was entered from {formatDay(from)} to {formatDay(to)}.
      </p>
    )
  return (
    <>
      <ProfitSummary profit={profit} />
      <ProfitTable key={`${by} ${from} ${to}`} profit={profit} />
      <ProfitNotes profit={profit} />
    </>
  )
}

/** Rows and days are in the address, unless they are the defaults. */
function useChoice() {
  const [params, setParams] = useSearchParams()
  return {
    choice: readProfitChoice(params, today()),
    choose: (next: ProfitChoice) => setParams(writeProfitChoice(next, today())),
  }
}

function ViewSwitch({ choice }: { choice: ProfitChoice }) {
  return (
    <nav aria-label="Rows" className="min-w-0 print:hidden">
      <ul className="flex gap-1 max-md:overflow-x-auto">
        {PROFIT_VIEWS.map(({ value, label }) => (
          <li key={value} className="shrink-0">
            <Link
              to={`?${writeProfitChoice({ ...choice, by: value }, today())}`}
              aria-current={value === choice.by ? 'page' : undefined}
              className={PART}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type PeriodProps = { choice: ProfitChoice; choose: (next: ProfitChoice) => void }

function PeriodChoice({ choice, choose }: PeriodProps) {
  const { unit, from, to } = choice
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Select
        aria-label="Period"
        className="w-28"
        value={unit}
        options={PROFIT_UNITS}
        onChange={(value) => {
          const next = PROFIT_UNITS.find((option) => option.value === value)
          if (next) choose(changeUnit(choice, next.value, today()))
        }}
      />
      {unit === 'range' ? (
        <RangeInputs key={`${from} ${to}`} choice={choice} choose={choose} />
      ) : (
        <PeriodHeading unit={unit} onMove={(units) => choose(movePeriod(choice, units))}>
          {unit === 'month' ? formatMonth(from) : `${formatDay(from)} – ${formatDay(to)}`}
        </PeriodHeading>
      )}
    </div>
  )
}

/** The days are applied once both are right. */
function RangeInputs({ choice, choose }: PeriodProps) {
  const [typed, setTyped] = useState({ from: choice.from, to: choice.to })
  const isTyped = isDay(typed.from) && isDay(typed.to)
  const problem = isTyped ? findPeriodProblem(typed) : undefined
  function change(next: { from: Day; to: Day }) {
    setTyped(next)
    if (isDay(next.from) && isDay(next.to) && !findPeriodProblem(next))
      choose({ ...choice, ...next })
  }
  return (
    <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-[10rem_10rem]">
      <Labeled label="From" name="from">
        {(aria) => (
          <DayInput {...aria} value={typed.from} onChange={(from) => change({ ...typed, from })} />
        )}
      </Labeled>
      <Labeled label="To" name="to" error={problem}>
        {(aria) => (
          <DayInput {...aria} value={typed.to} onChange={(to) => change({ ...typed, to })} />
        )}
      </Labeled>
    </div>
  )
}
