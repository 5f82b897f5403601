/** Upload links of a load: made, listed and revoked by the office (SPEC C135). */
import { sql } from 'kysely'
import {
  linkMessages,
  MAX_OPEN_LINKS,
  UPLOAD_PATH,
  type MadeLink,
  type UploadLink,
} from '#core/documents/upload-links.ts'
import type { Member } from '#core/team/member.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockLoad } from '#server/entities/lock-load.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { hashToken, newToken } from './tokens.ts'
import { IS_OPEN } from './find-link.ts'

type Row = Omit<UploadLink, 'madeBy'> & { madeBy: string }

const COLUMNS = ['id', 'madeBy', 'createdAt', 'expiresAt', 'lastUsedAt', 'uploads'] as const

/** The link expires after `days` days. Throws 404, and 409 if the load has too many open links. */
export async function makeLink(
  database: Database,
  { accountId: userId, personId }: Member,
  loadId: number,
  days: number,
): Promise<MadeLink> {
  const token = newToken(userId)
  const name = nameMembers(await readNamedMembers(database, userId))
  const row = await inTransaction(database, async (work) => {
    const { number } = await lockLoad(work, userId, loadId)
    const open = await listOpen(work, userId, loadId)
    if (open.length >= MAX_OPEN_LINKS) throw new RequestError(409, linkMessages.tooMany)
    return work
      .insertInto('uploadLinks')
      .values({
        userId,
        loadId,
        label: `${name(personId)}, load ${number}`,
        madeBy: personId,
        tokenHash: hashToken(token),
        expiresAt: sql<string>`now() + make_interval(days => ${days})`,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
  return { ...row, madeBy: name(row.madeBy), link: `${UPLOAD_PATH}#${token}` }
}

/** Lists the open links, newest first. Throws 404 for a load that does not exist or is in the trash. */
export async function listLinks(
  database: Database,
  userId: string,
  loadId: number,
): Promise<UploadLink[]> {
  const { rows } = await sql`
    select from loads where user_id = ${userId} and id = ${loadId}`.execute(database)
  if (!rows.length) throw notFound()
  const links = await listOpen(database, userId, loadId)
  if (!links.length) return []
  const name = nameMembers(await readNamedMembers(database, userId))
  return links.map((link) => ({ ...link, madeBy: name(link.madeBy) }))
}

/** Makes the link invalid immediately, also for an upload in progress. Throws 404. */
export async function revokeLink(database: Database, userId: string, id: number): Promise<void> {
  await inTransaction(database, async (work) => {
    const revoked = await work
      .updateTable('uploadLinks')
      .set({ revokedAt: sql<string>`now()` })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) throw notFound()
  })
}

/** Deletes unused links 30 days after they expired. A used link stays, because it names the sender of its documents. */
export async function deleteUnusedLinks(work: Work): Promise<void> {
  await work
    .deleteFrom('uploadLinks')
    .where('uploads', '=', 0)
    .where('expiresAt', '<', sql<string>`now() - interval '30 days'`)
    .execute()
}

function listOpen(work: Database | Work, userId: string, loadId: number): Promise<Row[]> {
  return work
    .selectFrom('uploadLinks')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .where(IS_OPEN)
    .orderBy('id', 'desc')
    .execute()
}
