import { sql } from 'kysely'

/** "Pat Doe", or the email, of a row of `persons`. */
export const PERSON_NAME = sql<string>`coalesce(
  nullif(trim(concat_ws(' ', persons.first_name, persons.last_name)), ''), persons.email)`
