/** Finds out how a file writes its days: the month or the day of the month first, with or without a year (SPEC C431, C513). */
import {
  LEAP_YEAR,
  readOrderlessDay,
  readTypedDay,
  readYearlessDay,
  type DayOrder,
} from '#core/calendar.ts'

export type DayVotes = {
  note: (cell: string) => void
  /** Whether a further cell can change the order. */
  isOpen: () => boolean
  /**
   * `example`: a day that can be read both ways, of a file that does not show its order, so that the user is asked. `yearless`: a day
   * without a year.
   */
  decide: () => { order: DayOrder; example: string | null; yearless?: string }
}

/**
 * "11/20/2026" proves that the month is first, "20/11/2026" that the day is, and so does a weekday: "Tue 11/3/2026". Of a file with both, the
 * user is asked.
 */
export function openDayVotes(): DayVotes {
  let [monthFirst, dayFirst] = [false, false]
  let example: string | null = null
  let yearless: string | undefined
  return {
    note(cell) {
      if (readYearlessDay(cell, 'mdy', LEAP_YEAR) ?? readYearlessDay(cell, 'dmy', LEAP_YEAR))
        yearless ??= cell.trim()
      const numbers = readOrderlessDay(cell)
      if (!numbers) return
      const [first, second] = numbers
      if (first <= 12 && second > 12) monthFirst = true
      else if (first > 12 && second <= 12) dayFirst = true
      else if (first !== second) {
        const isMonthFirst = readTypedDay(cell, 'mdy') !== null
        if (isMonthFirst === (readTypedDay(cell, 'dmy') !== null)) example ??= cell.trim()
        else if (isMonthFirst) monthFirst = true
        else dayFirst = true
      }
    },
    isOpen: () => !(monthFirst && dayFirst),
    decide() {
      const isShown = monthFirst !== dayFirst
      return {
        order: isShown && dayFirst ? 'dmy' : 'mdy',
        example: isShown ? null : example,
        ...(yearless === undefined ? {} : { yearless }),
      }
    },
  }
}
