/** Limits on upload links: wrong tokens by network, uploads by link and by network (SPEC C136). */
import { countAttempts, type Limit } from '#server/accounts/attempts.ts'
import { countNetworks } from '#server/accounts/login-limits.ts'
import { lookUp } from '#server/accounts/look-ups.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { findLink, type FoundLink } from './find-link.ts'

/** The limit per address. A wider network has a multiple of it. */
const WRONG_LINKS: Limit = {
  kind: 'upload-link-wrong',
  most: 100,
  seconds: 15 * 60,
  message: 'Too many invalid links from this network. Please try again later.',
}

const UPLOADS_OF_LINK: Limit = {
  kind: 'upload-link',
  most: 120,
  seconds: 60 * 60,
  message: 'Too many uploads through this link. Please try again later.',
}

const UPLOADS_OF_NETWORK: Limit = {
  kind: 'upload-link-network',
  most: 600,
  seconds: 60 * 60,
  message: 'Too many uploads from this network. Please try again later.',
}

/**
 * Opens the link of a token. Throws 404 for a wrong token, or 429 after many wrong tokens from the network. A driver behind the
 * same address can still open a valid link.
 */
export async function openLink(
  database: Database,
  address: string,
  token: string,
): Promise<FoundLink> {
  try {
    return await lookUp(address, token, () => findLink(database, token))
  } catch (error) {
    if (error instanceof RequestError && error.statusCode === 404)
      await countAttempts(database, countNetworks(address, WRONG_LINKS))
    throw error
  }
}

/** Counts an upload before its file is read. Throws 429. */
export async function countUploadAttempt(
  database: Database,
  address: string,
  { userId, id }: FoundLink,
): Promise<void> {
  const ofLink = { ...UPLOADS_OF_LINK, subject: `${userId} ${id}` }
  await countAttempts(database, [ofLink, ...countNetworks(address, UPLOADS_OF_NETWORK)])
}
