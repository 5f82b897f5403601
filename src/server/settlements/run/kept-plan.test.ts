/** The plan of a run's statement is kept without its values, except on Citus, which can't make such a plan. */
import { expect, test } from 'vitest'
import { openDatabase, type Connection } from '#server/database/open.ts'
import { bareCitusDatabase } from '#server/testing/citus-double/citus-database.ts'
import { statementWatch, type Watched } from '#server/testing/sql/statement-watch.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { readRunTrucks } from './read-trucks.ts'

const ACCOUNT = '00000000-0000-4000-8000-000000000001'
const WEEK = { from: '2026-11-15', to: '2026-11-21' }

/** What each of three runs sent besides its statement. */
async function recordRuns(connection: Connection): Promise<string[][]> {
  const opened = openDatabase(connection, () => undefined, { longestWaitMs: 60_000 })
  const watched: Watched = new Map()
  const database = opened.withPlugin(statementWatch(watched))
  const sent: string[][] = []
  for (let run = 0; run < 3; run++) {
    watched.clear()
    expect(await readRunTrucks(database, ACCOUNT, WEEK, '2026-11-25', [])).toEqual([])
    sent.push([...watched.keys()].filter((text) => !text.includes('with hauled')))
  }
  await opened.destroy()
  return sent
}

const ASKED = "select from pg_extension where extname = 'citus'"
const FORCED = 'set local plan_cache_mode = force_generic_plan'

test('C259 C299 A run on one machine keeps its plan, and asks once whether there are several', async () => {
  expect(await recordRuns(await freshDatabase())).toEqual([[ASKED, FORCED], [FORCED], [FORCED]])
})

test('C259 A run on several machines is planned with its values', async () => {
  const { connection } = await bareCitusDatabase()
  expect(await recordRuns(connection)).toEqual([[ASKED], [], []])
})
