import { sql } from 'kysely'

/**
 * The latest time that a row can have, unless the clock was ahead when it was written (SPEC C36). A minute: a
 * transaction sees rows of transactions that began after it, and clocks are corrected by seconds.
 */
export const CLOCK_TOLERANCE = sql<string>`now() + interval '1 minute'`
