/** Finds out whether a file writes the month or the day of the month first (SPEC C431). */
import { readOrderlessDay, type DayOrder } from '#core/calendar.ts'

export type DayVotes = {
  note: (cell: string) => void
  /** Whether a further cell can change the order. */
  isOpen: () => boolean
  /** `example`: a day that can be read both ways, of a file that does not show its order, so that the user is asked. */
  decide: () => { order: DayOrder; example: string | null }
}

/** "11/20/2026" proves that the month is first, "20/11/2026" that the day is. Of a file with both, the user is asked. */
export function openDayVotes(): DayVotes {
  let [monthFirst, dayFirst] = [false, false]
  let example: string | null = null
  return {
    note(cell) {
      const numbers = readOrderlessDay(cell)
      if (!numbers) return
      const [first, second] = numbers
      if (first <= 12 && second > 12) monthFirst = true
      else if (first > 12 && second <= 12) dayFirst = true
      else if (first !== second) example ??= cell.trim()
    },
    isOpen: () => !(monthFirst && dayFirst),
    decide() {
      if (monthFirst && !dayFirst) return { order: 'mdy', example: null }
      if (dayFirst && !monthFirst) return { order: 'dmy', example: null }
      return { order: 'mdy', example }
    },
  }
}
