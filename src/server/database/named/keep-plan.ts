/** Makes PostgreSQL plan a named statement once per connection, even if it expects a plan for the values to be better. */
import { sql, type KyselyPlugin } from 'kysely'
import { isCitusInstalled } from '#server/database/citus-installed.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** By the last plugin of the handle, as in `named-statements.ts`. Citus is installed only while no server runs. */
const onCitus = new WeakMap<KyselyPlugin, boolean>()

/**
 * Runs `read` in a transaction in which PostgreSQL plans each named statement without its values. Citus needs the values to know
 * the machine of the account, and rejects such a plan: there the statement is planned each time (SPEC C259).
 */
export async function withKeptPlan<Result>(
  database: Database,
  read: (work: Work) => Promise<Result>,
): Promise<Result> {
  const needsValues = await isOnCitus(database)
  return inTransaction(database, async (work) => {
    if (!needsValues) await sql`set local plan_cache_mode = force_generic_plan`.execute(work)
    return read(work)
  })
}

async function isOnCitus(database: Database): Promise<boolean> {
  const plugin = database.getExecutor().plugins.at(-1)
  const known = plugin && onCitus.get(plugin)
  if (known !== undefined) return known
  const has = await isCitusInstalled(database)
  if (plugin) onCitus.set(plugin, has)
  return has
}
