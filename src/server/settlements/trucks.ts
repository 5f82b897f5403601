import type { Database } from '#server/database/open.ts'

/** Whether the account has this truck. */
export async function truckExists(
  database: Database,
  userId: string,
  id: number,
): Promise<boolean> {
  const truck = await database
    .selectFrom('trucks')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return truck !== undefined
}
