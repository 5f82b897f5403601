/**
 * Deletes data that is needed only for a while. The comments say when. Records, statements and the audit log are never
 * deleted.
 */
import { deleteOldAttempts } from './accounts/attempts.ts'
import { deleteOldNetworks } from './accounts/known-networks.ts'
import { deleteEndedSessions } from './accounts/sessions.ts'
import { deleteOldInvitations } from './accounts/team/invitations.ts'
import { deleteOldKeys } from './database/idempotency.ts'
import { deleteOldArrivals } from './documents/arrivals.ts'
import { deleteUnusedLinks } from './documents/links/links.ts'
import type { Work } from './database/open.ts'
import { deleteOldProgress } from './transfer/progress.ts'

export async function deleteExpired(work: Work): Promise<void> {
  // When the sessions have ended (`accounts/sessions.ts`).
  await deleteEndedSessions(work)
  // After one day, the longest time that a limit looks back.
  await deleteOldAttempts(work)
  // 90 days after the last login from the network.
  await deleteOldNetworks(work)
  // 30 days after they expired.
  await deleteOldInvitations(work)
  await deleteUnusedLinks(work)
  // After 60 days.
  await deleteOldArrivals(work)
  // After one day, as SPEC B23 promises.
  await deleteOldKeys(work)
  // After one day.
  await deleteOldProgress(work)
}
