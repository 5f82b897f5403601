/**
 * A login between the password and the code. It is in the browser's cookie only, encrypted with the server's key: no
 * session exists yet, and the server stores nothing that would have to be deleted again (decision 0020).
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageSchema } from '#core/language-schemas.ts'
import type { Language } from '#core/languages.ts'
import { cookieAttributes, cookieName } from '#server/accounts/cookie.ts'
import type { Database, Work } from '#server/database/open.ts'
import { getKeyring } from '#server/database/secrets/keyring-plugin.ts'
import { KeyError } from '#server/database/secrets/keys.ts'
import { seal, unseal } from '#server/database/secrets/seal.ts'

const NAME = 'haulbook_login'
const LASTS_SECONDS = 5 * 60
/** Another instance's clock may be ahead by this much. */
const CLOCK_SECONDS = 60

/** `invitation`: the token of the link that the person accepts by this login, in the language chosen there. */
export type Joining = { invitation?: string | undefined; language?: Language | undefined }

/**
 * `hash`: the digest of the stored password hash that was checked (SPEC C35). `complete`: the code was right too, or none was
 * needed. The person does not belong to an account and can create one (SPEC C92).
 */
export type PendingLogin = Joining & { personId: string; hash: string; complete?: true | undefined }

const contentSchema = z.object({
  hash: z.string(),
  startedAt: z.number(),
  invitation: z.string().optional(),
  language: languageSchema.optional(),
  complete: z.literal(true).optional(),
})

/** The cookie of the person's login in progress, undefined without two-step login. `work`: holds the checked password. */
export async function startSecondStep(
  work: Work,
  personId: string,
  joining: Joining = {},
): Promise<string | undefined> {
  const person = await work
    .selectFrom('secondSteps')
    .innerJoin('persons', 'persons.id', 'secondSteps.personId')
    // Not the hash that was checked: the login may have replaced it.
    .select(['persons.id', 'persons.password'])
    .where('secondSteps.personId', '=', personId)
    .where('secondSteps.onSince', 'is not', null)
    .executeTakeFirst()
  return person && sealPendingLogin(work, { ...person, ...joining }, Date.now())
}

/** The cookie of a person who has logged in and does not belong to an account. `work`: holds the person. */
export async function keepLoginWithoutAccount(work: Work, personId: string): Promise<string> {
  const person = await work
    .selectFrom('persons')
    .select(['id', 'password'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return sealPendingLogin(work, { ...person, complete: true }, Date.now())
}

/** `now`: in milliseconds. */
export function sealPendingLogin(
  database: Database | Work,
  person: { id: string; password: string; complete?: true } & Joining,
  now: number,
): string {
  const { id, password, ...more } = person
  const hash = digestHash(password)
  const content = JSON.stringify({ hash, startedAt: now, ...more })
  const sealed = seal(getKeyring(database), toLocation(id), content)
  return `${id}.${Buffer.from(sealed.slice(2), 'hex').toString('base64url')}`
}

/** Opens a pending login; undefined if it has expired, begins in the future, or belongs to another server. */
export function openPendingLogin(
  database: Database,
  token: string,
  now: number,
): PendingLogin | undefined {
  const [personId = '', text = ''] = token.split('.')
  const sealed = `\\x${Buffer.from(text, 'base64url').toString('hex')}`
  try {
    const content = unseal(getKeyring(database), toLocation(personId), sealed)
    const { startedAt, ...pending } = contentSchema.parse(JSON.parse(content))
    const age = (now - startedAt) / 1000
    return age < LASTS_SECONDS && age > -CLOCK_SECONDS ? { personId, ...pending } : undefined
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
