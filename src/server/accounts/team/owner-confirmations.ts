/** Whether truck owners open the rate confirmations of their loads (SPEC C137). */
import type { Database } from '#server/database/open.ts'
import { readTeamSettings } from './settings.ts'

export async function ownersSeeConfirmations(database: Database, userId: string): Promise<boolean> {
  return (await readTeamSettings(database, userId)).ownerConfirmations
}
