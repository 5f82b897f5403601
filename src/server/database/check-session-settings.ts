/**
 * Checks that a pooler did not drop the session settings that `open.ts` requests. Without them days, secrets and
 * limits would silently change their meaning.
 */
import { sql } from 'kysely'
import type { Database, Work } from './open.ts'

type Setting = { name: string; value: string; isFine: (actual: string) => boolean }

const REQUIRED: Setting[] = [
  { name: 'timezone', value: 'UTC', isFine: (actual) => actual === 'UTC' },
  { name: 'datestyle', value: 'ISO, YMD', isFine: (actual) => actual.startsWith('ISO') },
  { name: 'bytea_output', value: 'hex', isFine: (actual) => actual === 'hex' },
  { name: 'statement_timeout', value: '30s', isFine: (actual) => actual !== '0' },
]

/** Throws an Error with the commands that repair the role. */
export async function checkSessionSettings(database: Database | Work): Promise<void> {
  const names = REQUIRED.map(({ name }) => sql`current_setting(${name})`)
  const { rows } = await sql<{ user: string; values: string[] }>`
    select current_user as user, array[${sql.join(names)}] as values`.execute(database)
  const [{ user = '', values = [] } = {}] = rows
  const wrong = REQUIRED.filter(({ isFine }, index) => !isFine(values[index] ?? ''))
  if (!wrong.length) return
  const commands = wrong.map(
    ({ name, value }) => `  alter role "${user}" set ${name} = '${value}';`,
  )
  throw new Error(
    `The database pooler removes required session settings. Set them on the role, then reconnect the pooler:\n${commands.join('\n')}`,
  )
}
