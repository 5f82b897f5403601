/** A person who approved a statement can't pay it, if the account requires separate approval (SPEC C75). */
import { sql } from 'kysely'
import { listPermissions, ROLE_DEFAULTS, ROLES } from '#core/team/roles.ts'
import { describeOwnApproval } from '#core/team/separate-approval.ts'
import { readActor } from '#server/database/actor.ts'
import { readOwnApprovals } from '#server/database/audit.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { readTeamSettings } from './settings.ts'

const PAYERS = ROLES.map(({ value }) => value).filter((role) =>
  listPermissions(role, ROLE_DEFAULTS).has('payroll'),
)

/** Throws 403 if the person of the request approved one of the statements and must not pay it. */
export async function rejectOwnApproval(
  work: Work,
  userId: string,
  billingIds: number[],
): Promise<void> {
  const personId = readActor()
  if (!personId || !billingIds.length) return
  const { separateApproval } = await readTeamSettings(work, userId)
  if (!separateApproval) return
  const own = await readOwnApprovals(work, userId, billingIds, personId)
  if (own.length && (await hasSeveralPayers(work, userId)))
    throw new RequestError(403, describeOwnApproval(own))
}

/** True if several members can pay. With one payer, no statement could be paid at all. */
async function hasSeveralPayers(work: Work, userId: string): Promise<boolean> {
  const { count } = await work
    .selectFrom('members')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .where('until', 'is', null)
    .where('role', 'in', PAYERS)
    .executeTakeFirstOrThrow()
  return count > 1
}
