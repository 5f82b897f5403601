/**
 * What every session with the database has to be like. `open.ts` asks for it when it connects; a pooler between
 * may drop that, and days, secrets or limits would be read or kept in another way without anybody noticing.
 */
import { sql } from 'kysely'
import type { Database, Work } from './open.ts'

type Needed = { name: string; value: string; isFine: (is: string) => boolean }

const NEEDED: Needed[] = [
  { name: 'timezone', value: 'UTC', isFine: (is) => is === 'UTC' },
  { name: 'datestyle', value: 'ISO, YMD', isFine: (is) => is.startsWith('ISO') },
  { name: 'bytea_output', value: 'hex', isFine: (is) => is === 'hex' },
  { name: 'statement_timeout', value: '30s', isFine: (is) => is !== '0' },
]

/** Throws an Error that says what to set. */
export async function checkSessionSettings(database: Database | Work): Promise<void> {
  const names = NEEDED.map(({ name }) => sql`current_setting(${name})`)
  const { rows } = await sql<{ user: string; values: string[] }>`
    select current_user as user, array[${sql.join(names)}] as values`.execute(database)
  const [{ user = '', values = [] } = {}] = rows
  const wrong = NEEDED.filter(({ isFine }, index) => !isFine(values[index] ?? ''))
  if (!wrong.length) return
  const commands = wrong.map(
    ({ name, value }) => `  alter role "${user}" set ${name} = '${value}';`,
  )
  throw new Error(
    `A pooler in front of the database drops settings that Haulbook connects with. Give them to the role, and have the pooler connect anew:\n${commands.join('\n')}`,
  )
}
