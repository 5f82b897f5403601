/** For tests that end the database often: the server without a limit of unexpected ends. */
import { LIMITS } from '#server/database/embedded/supervise.ts'
import { runHaulbook } from '#server/run.ts'

process.exit(await runHaulbook(process.env, { limits: { ...LIMITS, deaths: Infinity } }))
