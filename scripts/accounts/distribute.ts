/** `npm run distribute` distributes the tables over the workers of a Citus cluster. Stop every server first. */
import { withSession } from '#server/database/backup/session.ts'
import { distributeTables, NotReadyError } from '#server/database/distribute/distribute.ts'
import { readReadiness } from '#server/database/distribute/readiness.ts'
import {
  describeDistribution,
  describeReadiness,
  DISTRIBUTE_HELP,
  isComplete,
} from '#server/database/distribute/report.ts'
import { readRoles } from '#server/database/distribute/role-settings.ts'
import { readConfig } from '#server/config.ts'
import { runCommand, withConnection } from '#scripts/with-database.ts'

const WRONG_OPTION = 2

const options = process.argv.slice(2)
const [option] = options
const isKnown = !option || ['--check', '--help'].includes(option)

if (option === '--help') process.stdout.write(`${DISTRIBUTE_HELP}\n`)
else if (!isKnown || options.length > 1) {
  process.stderr.write(`Unknown option: ${options.join(' ')}\n\n${DISTRIBUTE_HELP}\n`)
  process.exitCode = WRONG_OPTION
} else await runCommand(() => run(option === '--check'))

async function run(checkOnly: boolean): Promise<string> {
  const { databaseUrl } = readConfig(process.env)
  if (!databaseUrl)
    throw new Error(
      'Set DATABASE_URL to the coordinator of a Citus cluster. The embedded database cannot be distributed: back it up and restore it there.',
    )
  return withConnection((owner, stop) =>
    withSession(
      owner,
      async (session) => {
        const roles = await readRoles(session, databaseUrl)
        if (checkOnly) {
          const readiness = await readReadiness(session, roles)
          if (!isComplete(readiness)) process.exitCode = 1
          return describeReadiness(readiness)
        }
        return describeDistribution(await distributeTables(session, roles))
      },
      stop,
    ),
  ).catch((error: unknown) => {
    if (!(error instanceof NotReadyError)) throw error
    throw new Error(`${describeReadiness(error.readiness)} ${error.message}`)
  })
}
