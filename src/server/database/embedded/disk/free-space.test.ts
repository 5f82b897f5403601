import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from '#server/database/open.ts'
import { byAppRole } from '#server/testing/database-names.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { cancelWork } from './free-space.ts'

const url = await freshDatabase()
const { hostname, port, username, pathname } = new URL(url)
const owner = {
  host: decodeURIComponent(hostname),
  port: Number(port),
  user: username,
  database: pathname.slice(1),
}

/** Writes, continues for `seconds` in the same transaction, and returns how it ended. */
async function write(seconds: number): Promise<string> {
  const database = openDatabase(byAppRole(url), () => undefined)
  try {
    return await database.transaction().execute(async (trx) => {
      await sql`select pg_current_xact_id()`.execute(trx)
      await sql`select pg_sleep(${seconds})`.execute(trx)
      return 'written'
    })
  } catch (error) {
    return (error as Error).message
  } finally {
    await database.destroy()
  }
}

test('C30 On a full disk a change that runs for seconds is canceled, and a login is not', async () => {
  const long = write(20)
  await setTimeout(2_500)
  const short = write(0.1)
  const canceling = [cancelWork(owner), setTimeout(50).then(() => cancelWork(owner))]
  expect(await long).toMatch(/^canceling statement/)
  expect(await short).toBe('written')
  await Promise.all(canceling)
})
