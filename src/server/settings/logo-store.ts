/** One account's logos, each kept under the digest of its bytes (SPEC S16). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { logoAddress, logoDigest, type UploadedLogo } from '#core/settings/logos.ts'
import { parseBytes } from '#server/database/bytes.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badLogo, type Picture } from './picture.ts'

/** Uploads that nothing uses yet, or any more: the settings may name them until so many newer ones came. */
const MOST_UNUSED = 20

/** The same picture twice is one logo. */
export function saveLogo(
  database: Database,
  userId: string,
  picture: Picture,
): Promise<UploadedLogo> {
  const digest = createHash('sha256').update(picture.bytes).digest('hex')
  return inTransaction(database, async (work) => {
    await work
      .insertInto('logos')
      .values({ userId, digest, ...picture })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'digest'])
          .doUpdateSet({ createdAt: sql<string>`clock_timestamp()` }),
      )
      .execute()
    await deleteUnused(work, userId)
    const { width, height } = picture
    return { logoUrl: logoAddress(digest), width, height }
  })
}

export async function findLogo(database: Database | Work, userId: string, digest: string) {
  const logo = await database
    .selectFrom('logos')
    .select(['type', 'bytes'])
    .where('userId', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return logo && { type: logo.type, bytes: parseBytes(logo.bytes) }
}

/** Throws 400 where the settings would name an uploaded logo that is not there, or is another account's. */
export async function rejectUnknownLogo(
  database: Database,
  userId: string,
  logoUrl: string | null,
): Promise<void> {
  const digest = logoDigest(logoUrl)
  if (digest && !(await findLogo(database, userId, digest)))
    throw badLogo('This logo was not found. Please upload it again.')
}

/** Each logo as a file of the account's ZIP, read when its turn comes. */
export async function* logoFiles(work: Work, userId: string) {
  const logos = await work
    .selectFrom('logos')
    .select(['digest', 'type'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  for (const { digest, type } of logos) {
    const ending = type === 'image/png' ? 'png' : 'jpg'
    yield {
      name: `logos/${digest.slice(0, 12)}.${ending}`,
      content: readContent(work, userId, digest),
    }
  }
}

async function* readContent(
  work: Work,
  userId: string,
  digest: string,
): AsyncGenerator<Uint8Array> {
  const logo = await findLogo(work, userId, digest)
  if (logo) yield logo.bytes
}

/** What a frozen statement prints stays for ever: the database refuses to let go of it too. */
async function deleteUnused(work: Work, userId: string): Promise<void> {
  await sql`delete from logos where user_id = ${userId}
      and digest not in (select digest from logos where user_id = ${userId}
        order by created_at desc limit ${MOST_UNUSED})
      and not exists (select from settings
        where user_id = ${userId} and logo_url = '/api/logos/' || digest)
      and not exists (select from statement_snapshots
        where user_id = ${userId} and snapshot #>> '{company,logoUrl}' = '/api/logos/' || digest)`.execute(
    work,
  )
}
