/** The day and the basis of the Receivables screen, as its address names them (SPEC C200). */
import { isDay, type Day } from '#core/calendar.ts'
import type { AgingChoice } from './queries.ts'

/** The values of the two inputs. */
export type AgingInputs = Record<keyof AgingChoice, string>

/** Without a day in the address: today. */
export function readAgingChoice(params: URLSearchParams, today: Day): AgingChoice {
  const asOf = params.get('asOf') ?? ''
  const basis = params.get('basis') === 'past-due' ? 'past-due' : 'age'
  return { asOf: isDay(asOf) ? asOf : today, basis }
}

/** Today is left out, so that the address shows the current day on any later day. */
export function writeAgingChoice({ asOf, basis }: AgingInputs, today: Day): URLSearchParams {
  return new URLSearchParams({
    ...(asOf !== today && { asOf }),
    ...(basis !== 'age' && { basis }),
  })
}
