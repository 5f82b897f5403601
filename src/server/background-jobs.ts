/** Background jobs. `main.ts` starts their timers. */
import { sql } from 'kysely'
import { deleteEndedAccounts } from './accounts/delete-account.ts'
import type { Database, Work } from './database/open.ts'
import { inTransaction } from './database/transaction.ts'
import { deleteUnusedFiles } from './documents/file-parts.ts'
import { deleteExpiredSteps } from './entities/undo/trash.ts'
import { followDueInvoices } from './invoices/due-invoices.ts'
import { deleteExpired } from './retention.ts'
import { countChangedAccounts } from './storage/store.ts'

/**
 * `run` must be safe to repeat: every instance of the server has its own timer. It returns true if it has more to do,
 * and then runs again immediately.
 */
type Job = { name: string; everyMs: number; run: (work: Work) => Promise<boolean | void> }

const MINUTE_MS = 60 * 1000

export const JOBS: Job[] = [
  { name: 'retention', everyMs: 60 * MINUTE_MS, run: deleteExpired },
  { name: 'trash', everyMs: 60 * MINUTE_MS, run: deleteExpiredSteps },
  { name: 'unused files', everyMs: 5 * MINUTE_MS, run: deleteUnusedFiles },
  { name: 'due invoices', everyMs: 15 * MINUTE_MS, run: followDueInvoices },
  { name: 'storage', everyMs: MINUTE_MS, run: countChangedAccounts },
  { name: 'deleted accounts', everyMs: MINUTE_MS, run: deleteEndedAccounts },
]

/** Starts the timers and returns the function that stops them. */
export function startJobs(
  database: Database,
  onError: (error: unknown, job: string) => void,
): () => void {
  let stopped = false
  async function runJob({ name, run }: Job): Promise<void> {
    let more = true
    while (more && !stopped) {
      more = false
      await runOnce(database, name, async (work) => {
        more = (await run(work)) === true
      })
    }
  }

  const timers = JOBS.map((job) =>
    setInterval(() => {
      runJob(job).catch((error: unknown) => onError(error, job.name))
    }, job.everyMs),
  )
  return () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
  }
}

/**
 * Runs a job in a transaction, in one instance of the server at a time: an instance skips this run if another one
 * holds the job's lock. Returns whether it ran. The lock ends with the transaction, even behind a pooler and after a
 * crash.
 */
export function runOnce(
  database: Database,
  name: string,
  run: (work: Work) => Promise<void>,
): Promise<boolean> {
  return inTransaction(database, async (work) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`haulbook job ${name}`})) as locked`.execute(work)
    if (!rows[0]?.locked) return false
    await run(work)
    return true
  })
}
