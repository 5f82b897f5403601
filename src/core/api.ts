/** Parts of the API that all calls share (SPEC B7, B8, B20). */

/**
 * The body of every error; `fields` maps a field to its messages. `needs`: what must be entered before the same request is
 * accepted, at these fields: the company's details or the settlement's payee (SPEC C341, C342).
 */
export type ErrorResponse = {
  message: string
  fields?: Record<string, string[]>
  needs?: 'company' | 'payee'
}

/** The `confirm` of a 409 that asks why a closed month is changed. The answer is a reason, in `CLOSED_REASON_HEADER`. */
export const CLOSED_QUESTION = 'closed'

/** The header with the number of all matching records. */
export const TOTAL_COUNT_HEADER = 'x-total-count'

/** The maximum number of records on one page. */
export const LARGEST_PAGE = 200

/** The maximum number of characters in a search of a list or of the command palette. */
export const LONGEST_SEARCH = 200

/**
 * The account whose data a page shows: a header of its requests, a parameter of its links to files. A request that names
 * an account other than the session's is rejected (SPEC C83).
 */
export const ACCOUNT_HEADER = 'haulbook-account'

/** The question about loads of locked statements, and the parameter with the answer (SPEC C360). */
export const SETTLED = 'settled'

/** Why a request changes a closed month: text in percent-encoding. It answers the question `closed` (SPEC C375). */
export const CLOSED_REASON_HEADER = 'haulbook-closed-reason'
