import { logoDigest } from '#core/settings/logos.ts'
import { parseBytes } from '#server/database/bytes.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Logo } from './statement.ts'

/**
 * Reads the uploaded logo at `logoUrl`; null for any other URL. A URL on another server is never requested
 * (SPEC S16): statements would depend on that server, and its operator would learn who prints them.
 */
export async function readLogo(
  database: Database | Work,
  userId: string,
  logoUrl: string | null,
): Promise<Logo | null> {
  const digest = logoDigest(logoUrl)
  if (!digest) return null
  const logo = await database
    .selectFrom('logos')
    .select(['bytes', 'width', 'height'])
    .where('userId', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return logo ? { ...logo, bytes: parseBytes(logo.bytes) } : null
}
