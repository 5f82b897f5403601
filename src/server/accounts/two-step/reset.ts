/** Removes the second step of a person who has lost the phone and the recovery codes (SPEC C77). */
import { endSessions } from '#server/accounts/sessions.ts'
import { listAccounts, type Membership } from '#server/accounts/team/memberships.ts'
import { recordMemberEvent, recordPersonEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { turnOff } from './store.ts'

const OWN = 'Turn off your own two-step login in Settings.'
const OTHERS =
  'This person also belongs to other carriers, so only the operator of Haulbook can reset their two-step login.'

/** Resets a member's two-step login. `admin`: the Admin who asks. `id`: the member. Throws 404 and 409. */
export async function resetMember(
  database: Database,
  admin: Membership,
  id: number,
): Promise<void> {
  await inTransaction(database, async (work) => {
    const member = await work
      .selectFrom('members')
      .select('personId')
      .where('userId', '=', admin.accountId)
      .where('id', '=', id)
      .where('until', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member) throw notFound()
    const { personId } = member
    if (personId === admin.personId) throw new RequestError(409, OWN)
    // One carrier's Admin must not weaken the others (decision 0020).
    if ((await listAccounts(work, personId)).length > 1) throw new RequestError(409, OTHERS)
    if (!(await turnOff(work, personId))) return
    await endSessions(work, personId)
    await recordMemberEvent(work, { userId: admin.accountId, id }, 'two-step-reset')
  })
}

/** For the operator, who also sets a new password and ends the sessions. */
export async function removeSecondStep(work: Work, personId: string): Promise<void> {
  if (await turnOff(work, personId)) await recordPersonEvent(work, personId, 'two-step-reset')
}
