/** The logo in a statement's head. */
import { logoDigest } from '#core/settings/logos.ts'
import { parseBytes } from '#server/database/bytes.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Logo } from './parts.ts'

/**
 * The uploaded logo that `logoUrl` names, null where it names none. An address on another server is never
 * asked (SPEC S16): a statement would depend on it, and whoever runs it would learn who prints what.
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
