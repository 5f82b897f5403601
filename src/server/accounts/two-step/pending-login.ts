/**
 * A login between the password and the code. It is in the browser's cookie only, encrypted with the server's key: no
 * session exists yet, and the server stores nothing that would have to be deleted again (decision 0098).
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cookieAttributes, cookieName } from '#server/accounts/cookie.ts'
import type { Database, Work } from '#server/database/open.ts'
import { getKeyring } from '#server/database/secrets/keyring-plugin.ts'
import { KeyError } from '#server/database/secrets/keys.ts'
import { seal, unseal } from '#server/database/secrets/seal.ts'

const NAME = 'haulbook_login'
const LASTS_SECONDS = 5 * 60
/** Another instance's clock may be ahead by this much. */
const CLOCK_SECONDS = 60

/**
 * `hash`: the digest of the stored password hash that was checked (SPEC C35). `invitation`: the token of the link that the
 * person accepts by this login.
 */
export type PendingLogin = { personId: string; hash: string; invitation?: string | undefined }

const contentSchema = z.object({
  hash: z.string(),
  startedAt: z.number(),
  invitation: z.string().optional(),
})

/** The cookie of the person's login in progress, undefined without two-step login. `work`: holds the checked password. */
export async function startSecondStep(
  work: Work,
  personId: string,
  invitation?: string,
): Promise<string | undefined> {
  const person = await work
    .selectFrom('secondSteps')
    .innerJoin('persons', 'persons.id', 'secondSteps.personId')
    // Not the hash that was checked: the login may have replaced it.
    .select(['persons.id', 'persons.password'])
    .where('secondSteps.personId', '=', personId)
    .where('secondSteps.onSince', 'is not', null)
    .executeTakeFirst()
  return person && sealPendingLogin(work, { ...person, invitation }, Date.now())
}

/** `now`: in milliseconds. */
export function sealPendingLogin(
  database: Database | Work,
  person: { id: string; password: string; invitation?: string | undefined },
  now: number,
): string {
  const { password, invitation } = person
  const content = JSON.stringify({ hash: digestHash(password), startedAt: now, invitation })
  const sealed = seal(getKeyring(database), toLocation(person.id), content)
  return `${person.id}.${Buffer.from(sealed.slice(2), 'hex').toString('base64url')}`
}

/** Undefined if it has expired, begins in the future, or is not of this server. */
export function openPendingLogin(
  database: Database,
  token: string,
  now: number,
): PendingLogin | undefined {
  const [personId = '', text = ''] = token.split('.')
  const sealed = `\\x${Buffer.from(text, 'base64url').toString('hex')}`
  try {
    const content = unseal(getKeyring(database), toLocation(personId), sealed)
    const { hash, startedAt, invitation } = contentSchema.parse(JSON.parse(content))
    const age = (now - startedAt) / 1000
    return age < LASTS_SECONDS && age > -CLOCK_SECONDS ? { personId, hash, invitation } : undefined
  } catch (error) {
    if (error instanceof KeyError) return undefined
    throw error
  }
}

export function setPendingLogin(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const attributes = { ...cookieAttributes(request), maxAge: LASTS_SECONDS }
  void reply.setCookie(cookieName(request, NAME), token, attributes)
}

export function readPendingLogin(
  database: Database,
  request: FastifyRequest,
): PendingLogin | undefined {
  const token = request.cookies[cookieName(request, NAME)]
  return token === undefined ? undefined : openPendingLogin(database, token, Date.now())
}

export function clearPendingLogin(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(request, NAME), cookieAttributes(request))
}

/** Whether the stored password hash is still the one that was checked. */
export function isHashOf({ hash }: PendingLogin, stored: string): boolean {
  return hash === digestHash(stored)
}

function digestHash(stored: string): string {
  return createHash('sha256').update(stored).digest('base64url')
}

function toLocation(personId: string) {
  return { userId: personId, table: 'pending_login', field: 'cookie', id: 0 }
}
