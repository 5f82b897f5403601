/** One account's logos, each stored under the digest of its bytes (SPEC S16). */
import { createHash } from 'node:crypto'
import { logoAddress, logoDigest, type UploadedLogo } from '#core/settings/logos.ts'
import { parseBytes } from '#server/database/values.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { findPrintedLogos } from '#server/settlements/approval/printed-logos.ts'
import type { ArchivedFile } from '#server/streaming/zip.ts'
import { findSavedCompany } from './company.ts'
import { badLogo, type Picture } from './picture.ts'

/** How many unused uploads are kept, because the form may still save settings that refer to one. */
const MAX_UNUSED = 20

/** Saves a logo. A picture that is uploaded twice is one logo. */
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
          .doUpdateSet(({ ref }) => ({ createdAt: ref('excluded.createdAt') })),
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
    .select(['type', 'bytes', 'width', 'height'])
    .where('userId', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return logo && { ...logo, bytes: parseBytes(logo.bytes) }
}

/**
 * The uploaded logo at `logoUrl`, null if there is none. Never fetches an address of another server (SPEC S16):
 * that server would learn who prints what.
 */
export async function readLogo(database: Database | Work, userId: string, logoUrl: string | null) {
  const digest = logoDigest(logoUrl)
  return (digest && (await findLogo(database, userId, digest))) || null
}

/** Throws 400 if `logoUrl` names an uploaded logo that this account does not have. */
export async function rejectUnknownLogo(
  database: Database,
  userId: string,
  logoUrl: string | null,
): Promise<void> {
  if (logoDigest(logoUrl) && !(await readLogo(database, userId, logoUrl)))
    throw badLogo('This logo was not found. Please upload it again.')
}

/** The logos as files of the account's ZIP. Each is read when it is added to the ZIP. */
export async function* logoFiles(work: Work, userId: string): AsyncGenerator<ArchivedFile> {
  const logos = await work
    .selectFrom('logos')
    .select(['digest', 'type'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  for (const { digest, type } of logos) {
    const ending = type === 'image/png' ? 'png' : 'jpg'
    const logo = await findLogo(work, userId, digest)
    if (logo) yield { name: `logos/${digest.slice(0, 12)}.${ending}`, content: [logo.bytes] }
  }
}

/** Deletes the oldest uploads that neither the settings nor a frozen statement uses. */
async function deleteUnused(work: Work, userId: string): Promise<void> {
  const older = await work
    .selectFrom('logos')
    .select('digest')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .offset(MAX_UNUSED)
    .execute()
  if (!older.length) return
  const used = await findPrintedLogos(
    work,
    userId,
    older.map(({ digest }) => logoAddress(digest)),
  )
  const company = await findSavedCompany(work, userId)
  if (company?.logoUrl) used.add(company.logoUrl)
  const unused = older
    .map(({ digest }) => digest)
    .filter((digest) => !used.has(logoAddress(digest)))
  if (!unused.length) return
  await work
    .deleteFrom('logos')
    .where('userId', '=', userId)
    .where('digest', 'in', unused)
    .execute()
}
