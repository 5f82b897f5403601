import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'

/** Revokes the links of a person who may no longer make any (SPEC C154). */
export async function revokeLinksOf(
  work: Work,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  await work
    .updateTable('uploadLinks')
    .set({ revokedAt: sql<string>`now()` })
    .where('userId', '=', accountId)
    .where('madeBy', '=', personId)
    .where('revokedAt', 'is', null)
    .execute()
}
