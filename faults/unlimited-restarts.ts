/** Starts a server that restarts its database without a limit, for tests that kill the database often. */
import { LIMITS } from '#server/database/embedded/supervise.ts'
import { runHaulbook } from '#server/run.ts'

process.exit(await runHaulbook(process.env, { limits: { ...LIMITS, maxExits: Infinity } }))
