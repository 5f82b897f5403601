/** The first day on which a receipt can be reversed: after everything else that happened to its money (SPEC C196). */
import type { Day } from '#core/calendar.ts'

type Ended = { endedOn: Day | null }

type Happened = {
  receivedOn: Day
  parts: readonly (Ended & { appliedOn: Day })[]
  differences: readonly (Ended & { day: Day })[]
  refunds: readonly (Ended & { day: Day })[]
}

export function findEarliestReversal({ receivedOn, parts, differences, refunds }: Happened): Day {
  const days = [
    receivedOn,
    ...parts.map(({ appliedOn }) => appliedOn),
    ...differences.map(({ day }) => day),
    ...refunds.map(({ day }) => day),
    ...[...parts, ...differences, ...refunds].flatMap(({ endedOn }) => endedOn ?? []),
  ]
  return days.toSorted().at(-1) ?? receivedOn
}
