/** What the Profit screen shows, as its address names it (SPEC C584). */
import {
  addDays,
  countDays,
  isDay,
  monthOf,
  weekOf,
  type Day,
  type Period,
} from '#core/calendar.ts'
import { findPeriodProblem, PROFIT_VIEWS, type ProfitView } from '#core/profit/profit.ts'

const SUNDAY = 0

export const PROFIT_UNITS = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'range', label: 'Range' },
] as const

type ProfitUnit = (typeof PROFIT_UNITS)[number]['value']

export type ProfitChoice = Period & { by: ProfitView; unit: ProfitUnit }

/** Without days in the address: the month of today. Days that can't be read are left out. */
export function readProfitChoice(params: URLSearchParams, today: Day): ProfitChoice {
  const by = PROFIT_VIEWS.find(({ value }) => value === params.get('by'))?.value ?? 'truck'
  const unit = PROFIT_UNITS.find(({ value }) => value === params.get('unit'))?.value ?? 'month'
  const from = readDay(params.get('from')) ?? today
  const to = readDay(params.get('to')) ?? from
  if (unit !== 'range') return { by, unit, ...periodOf(unit, from) }
  return { by, unit, from, to: findPeriodProblem({ from, to }) ? from : to }
}

/** The current week or month is left out, so that the address shows the current one on any later day. */
export function writeProfitChoice(choice: ProfitChoice, today: Day): URLSearchParams {
  const { by, unit, from, to } = choice
  const isCurrent = unit !== 'range' && periodOf(unit, today).from === from
  return new URLSearchParams({
    ...(by !== 'truck' && { by }),
    ...(unit !== 'month' && { unit }),
    ...(!isCurrent && { from }),
    ...(unit === 'range' && { to }),
  })
}

/** Another unit: the week or month of the last day shown, or the same days as a range. */
export function changeUnit(choice: ProfitChoice, unit: ProfitUnit, today: Day): ProfitChoice {
  const { from, to } = choice
  if (unit === 'range') return { ...choice, unit }
  const day = from <= today && today <= to ? today : to
  return { ...choice, unit, ...periodOf(unit, day) }
}

/** The period before or after. A range moves by its length. */
export function movePeriod(choice: ProfitChoice, units: 1 | -1): ProfitChoice {
  const { unit, from, to } = choice
  const length = countDays(from, to) + 1
  if (unit === 'range')
    return { ...choice, from: addDays(from, units * length), to: addDays(to, units * length) }
  return { ...choice, ...periodOf(unit, units > 0 ? addDays(to, 1) : addDays(from, -1)) }
}

function periodOf(unit: 'week' | 'month', day: Day): Period {
  return unit === 'week' ? weekOf(day, SUNDAY) : monthOf(day)
}

function readDay(text: string | null): Day | null {
  return text !== null && isDay(text) ? text : null
}
