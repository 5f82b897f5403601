/** Finds out whether a file writes the month or the day of the month first (SPEC C431). */
import { readOrderlessDay, type DayOrder } from '#core/calendar.ts'

export type DayVotes = {
  note: (cell: string) => void
  /** Whether a further cell can change the order. */
  isOpen: () => boolean
  /** `example`: a day of a file in which no day is later than the 12th, so that the user is asked. */
  decide: () => { order: DayOrder; example: string | null }
}

/** "11/20/2026" proves that the month is first, "20/11/2026" that the day is. A file with both is read as a file with the first. */
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
    isOpen: () => !monthFirst,
    decide() {
      if (monthFirst) return { order: 'mdy', example: null }
      if (dayFirst) return { order: 'dmy', example: null }
      return { order: 'mdy', example }
    },
  }
}
