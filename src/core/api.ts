/** What every call of the API shares (SPEC B7, B8, B20). */

/** The body of every answer that is not a success; `fields` maps a field to its messages. */
export type ErrorAnswer = { message: string; fields?: Record<string, string[]> }

/** The header with the number of records that match, beside a page of them. */
export const TOTAL_COUNT_HEADER = 'x-total-count'

/** The most records that one page may hold. */
export const LARGEST_PAGE = 200

/** The longest text that lists and the palette are searched for. */
export const LONGEST_SEARCH = 200
