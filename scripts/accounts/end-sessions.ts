/** For the operator: `npm run end-sessions -- someone@example.com` or `-- --all` logs users out. Passwords do not change. */
import { endEverySession, endSessionsOf } from '#server/accounts/end-sessions.ts'
import type { Database } from '#server/database/open.ts'
import { runCommand, withDatabase } from '#scripts/with-database.ts'

await runCommand(async () => {
  const whose = process.argv[2]
  if (!whose)
    throw new Error(
      'Usage: npm run end-sessions -- someone@example.com, or npm run end-sessions -- --all',
    )
  return withDatabase((database) => endSessionsFor(database, whose))
})

async function endSessionsFor(database: Database, whose: string): Promise<string> {
  if (whose === '--all') return `Sessions ended: ${await endEverySession(database)}`
  if (!(await endSessionsOf(database, whose))) throw new Error(`No one has the email ${whose}.`)
  return `All sessions of ${whose} have ended.`
}
