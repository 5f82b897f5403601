/** For tests that kill the database often: a server that restarts it without a limit. */
import { LIMITS } from '#server/database/embedded/supervise.ts'
import { runHaulbook } from '#server/run.ts'

process.exit(await runHaulbook(process.env, { limits: { ...LIMITS, maxExits: Infinity } }))
