/** How long data that is only needed for a while is kept. Records, statements and the audit log are never deleted. */
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
  // When they end (`accounts/sessions.ts`).
  await deleteEndedSessions(work)
  // After one day; no limit looks back further than an hour.
  await deleteOldAttempts(work)
  // 90 days after the last login from there.
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
