/** Finds the logos that the settings must keep, because statements print them (SPEC S16). */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'

/** Which of `logoUrls` a frozen statement prints. */
export async function findPrintedLogos(
  work: Work,
  userId: string,
  logoUrls: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ logoUrl: string }>`
    select distinct snapshot #>> '{company,logoUrl}' as logo_url from statement_snapshots
    where user_id = ${userId} and snapshot #>> '{company,logoUrl}' = any(${logoUrls})`.execute(work)
  return new Set(rows.map(({ logoUrl }) => logoUrl))
}
