/** Invitations of an account (SPEC C69). Only the hash of a link's token is stored. */
import { sql } from 'kysely'
import type { Language } from '#core/languages.ts'
import { INVALID_INVITATION, INVITATION_PATH } from '#core/team/invitation-link.ts'
import { INVITATION_DAYS } from '#core/team/invitations.ts'
import type { Member } from '#core/team/member.ts'
import type { Invitation } from '#core/team/team.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import type { Database, Work } from '#server/database/open.ts'
import { PERSON_NAME } from '#server/database/person-name.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { hashAccountToken, newAccountToken, parseAccountToken } from './account-token.ts'
import { addMember, type Assignment, type Membership } from './memberships.ts'
import { startLanguage } from './persons.ts'
import { ASSIGNED_FIELDS, selectRepresented } from './assignment.ts'

const EXPIRY = sql<string>`now() + interval ${sql.lit(`${INVITATION_DAYS} days`)}`

/** In a query of `invitations`: the sender is still an Admin. */
const BY_ADMIN = sql<boolean>`exists (select from members where members.user_id = invitations.user_id
  and members.person_id = invitations.person_id and members.role = 'admin' and members.until is null)`

type NewInvitation = Assignment & { email: string; language: Language | null }

/**
 * Creates an invitation, which replaces the email's earlier one. Returns the path of the link. `announce` runs in the
 * transaction. Throws 409 if the email belongs to a member, and 400 for an unknown truck owner or driver.
 */
export async function invite(
  database: Database,
  { accountId: userId, personId }: Member,
  invitation: NewInvitation,
  announce: (work: Work, id: number, path: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const token = newAccountToken(userId)
  const path = `${INVITATION_PATH}#${token}`
  await withFieldErrors('invitations', ASSIGNED_FIELDS, invitation, () =>
    inTransaction(database, async (work) => {
      await rejectMember(work, userId, invitation.email)
      const row = { ...invitation, personId, tokenHash: hashAccountToken(token), expiresAt: EXPIRY }
      const { id } = await work
        .insertInto('invitations')
        .values({ userId, ...row })
        .onConflict((same) =>
          same.columns(['userId', 'email']).doUpdateSet((is) => ({
            role: is.ref('excluded.role'),
            ownerId: is.ref('excluded.ownerId'),
            driverId: is.ref('excluded.driverId'),
            language: is.ref('excluded.language'),
            personId: is.ref('excluded.personId'),
            tokenHash: is.ref('excluded.tokenHash'),
            expiresAt: is.ref('excluded.expiresAt'),
            createdAt: is.ref('excluded.createdAt'),
            updatedAt: is.ref('excluded.updatedAt'),
            version: sql<number>`invitations.version + 1`,
          })),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      await announce(work, id, path)
    }),
  )
  return path
}

/** The account's invitations that are still open, and the expired ones. */
export async function listInvitations(database: Database, userId: string): Promise<Invitation[]> {
  const { rows } =
    await sql<Invitation>`select record.id, record.email, record.role, record.owner_id, record.driver_id,
      ${selectRepresented(userId)} as represents, ${PERSON_NAME} as invited_by, record.created_at, record.expires_at
    from invitations as record join persons on persons.id = record.person_id
    where record.user_id = ${userId} order by record.id desc`.execute(database)
  return rows
}

/** False if the account has no such invitation. */
export async function revokeInvitation(
  database: Database,
  userId: string,
  id: number,
): Promise<boolean> {
  return inTransaction(database, async (work) => {
    const revoked = work.deleteFrom('invitations').where('userId', '=', userId)
    return (await revoked.where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n
  })
}

/** Revokes the invitations of a person who is no longer an Admin. */
export async function revokeInvitationsOf(
  work: Work,
  { accountId, personId }: Membership,
): Promise<void> {
  const sent = work.deleteFrom('invitations').where('userId', '=', accountId)
  await sent.where('personId', '=', personId).execute()
}

const LINK_COLUMNS = [
  ...(['userId as accountId', 'email', 'role', 'ownerId', 'driverId'] as const),
  ...(['language', 'expiresAt'] as const),
] as const

type OpenLink = NewInvitation & { accountId: string; expiresAt: string }

/** Throws 404 if the link is not valid. */
export async function findInvitation(database: Database, token: string): Promise<OpenLink> {
  const found = await database
    .selectFrom('invitations')
    .select(LINK_COLUMNS)
    .where('userId', '=', requireAccountOf(token))
    .where('tokenHash', '=', hashAccountToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    .where(BY_ADMIN)
    .executeTakeFirst()
  if (!found) throw invalidInvitation()
  return found
}

/** Deletes the invitation. Of two requests at the same time, the second throws 404. */
async function useInvitation(work: Work, token: string): Promise<OpenLink> {
  const taken = await work
    .deleteFrom('invitations')
    .where('userId', '=', requireAccountOf(token))
    .where('tokenHash', '=', hashAccountToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    .where(BY_ADMIN)
    .returning(LINK_COLUMNS)
    .executeTakeFirst()
  if (!taken) throw invalidInvitation()
  return taken
}

/**
 * Makes the person a member with the role of the invitation. `chosen`: the language that the person chose. Throws 404 for an
 * invalid link, and 409 for a member.
 */
export async function joinTeam(
  work: Work,
  personId: string,
  token: string,
  chosen?: Language,
): Promise<Membership> {
  const { accountId, role, ownerId, driverId, language } = await useInvitation(work, token)
  await startLanguage(work, personId, chosen ?? language)
  const membership = { accountId, personId }
  if (!(await addMember(work, membership, { role, ownerId, driverId })))
    throw new RequestError(409, 'You are already on this team. Log in.')
  return membership
}

/** Deletes the invitations that expired a month ago. */
export async function deleteOldInvitations(work: Work): Promise<void> {
  await work
    .deleteFrom('invitations')
    .where('expiresAt', '<', sql<string>`now() - interval '30 days'`)
    .execute()
}

async function rejectMember(work: Work, userId: string, email: string): Promise<void> {
  const member = await work
    .selectFrom('members')
    .innerJoin('persons', 'persons.id', 'members.personId')
    .select('members.id')
    .where('members.userId', '=', userId)
    .where('persons.email', '=', email)
    .where('members.until', 'is', null)
    .executeTakeFirst()
  if (!member) return
  const message = `${email} is on your team already`
  throw new RequestError(409, message, { fields: { email: [message] } })
}

function invalidInvitation(): RequestError {
  return new RequestError(404, INVALID_INVITATION)
}

/** Throws 404 for a token that no invitation can have. */
function requireAccountOf(token: string): string {
  const account = parseAccountToken(token)
  if (!account) throw invalidInvitation()
  return account
}
