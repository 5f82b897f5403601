/**
 * Links that set a new password (SPEC C493, C494). A link is its own record, encrypted with the server's key: it has the digest of the
 * password that it replaces, so it works once, and no more after any other change of the password (decision 0021).
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  ADMIN_LINK_HOURS,
  INVALID_RESET,
  MAILED_LINK_HOURS,
  RESET_PATH,
} from '#core/accounts/reset-link.ts'
import type { Language } from '#core/languages.ts'
import { recordMemberEvent, recordPersonEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { getKeyring } from '#server/database/secrets/keyring-plugin.ts'
import { KeyError } from '#server/database/secrets/keys.ts'
import { seal, unseal } from '#server/database/secrets/seal.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { setPassword } from './new-password.ts'
import { holdAdmin, listAccounts, type Membership } from './team/memberships.ts'
import { holdPerson } from './team/persons.ts'

const OWN = 'Change your own password in Settings.'
const OTHERS =
  'This person also belongs to other carriers, so no Admin can make a link. They use “Forgot your password?” on the login, or ask the operator of Haulbook.'
/** Another instance's clock may be ahead by this much. */
const CLOCK_MS = 60_000
const HOUR_MS = 3_600_000

/** `madeBy`: the Admin, with the account whose member the person is. Undefined: the person asked for it on the login. */
type Content = { hash: string; madeAt: number; madeBy?: Membership | undefined }

const contentSchema = z.object({
  hash: z.string(),
  madeAt: z.number(),
  madeBy: z.object({ accountId: z.string(), personId: z.string() }).optional(),
})

type Person = { id: string; password: string }

/** The path of a link for the person. */
export function makeResetLink(
  database: Database | Work,
  { id, password }: Person,
  madeBy?: Membership,
): string {
  const content: Content = { hash: digest(password), madeAt: Date.now(), madeBy }
  const sealed = seal(getKeyring(database), toLocation(id), JSON.stringify(content))
  return `${RESET_PATH}#${id}.${Buffer.from(sealed.slice(2), 'hex').toString('base64url')}`
}

/** The path of an Admin's link for the member `id`, with whom it is for. Throws 404 and 409. */
export async function makeMemberLink(
  database: Database,
  admin: Membership,
  id: number,
): Promise<{ path: string; email: string; language: Language | null }> {
  return inTransaction(database, async (work) => {
    const member = await work
      .selectFrom('members')
      .innerJoin('persons', 'persons.id', 'members.personId')
      .select(['persons.id', 'persons.email', 'persons.language', 'persons.password'])
      .where('members.userId', '=', admin.accountId)
      .where('members.id', '=', id)
      .where('members.until', 'is', null)
      .executeTakeFirst()
    if (!member) throw notFound()
    if (member.id === admin.personId) throw new RequestError(409, OWN)
    // One carrier's Admin must not enter the others, as this person.
    if ((await listAccounts(work, member.id)).length > 1) throw new RequestError(409, OTHERS)
    await recordMemberEvent(work, { userId: admin.accountId, id }, 'reset-link-made')
    const { email, language } = member
    const { accountId, personId } = admin
    const path = makeResetLink(work, member, { accountId, personId })
    return { path, email, language }
  })
}

/** Whose password the link sets. Throws 404 if it is not valid. */
export async function openResetLink(
  database: Database,
  token: string,
): Promise<{ personId: string; email: string; names: (string | null)[] }> {
  const link = openToken(database, token)
  const person = link && (await findPerson(database, link))
  if (!person) throw invalidLink()
  const { id: personId, email, firstName, lastName } = person
  return { personId, email, names: [firstName, lastName] }
}

/** Sets the password, whose hash is `hashed`, and ends all sessions of the person. Throws 404. */
export async function useResetLink(work: Work, token: string, hashed: string): Promise<void> {
  const link = openToken(work, token)
  if (!link) throw invalidLink()
  const { personId, madeBy } = link
  // First the memberships, as whoever ends one, then the person.
  if (madeBy && !(await holdAdmin(work, madeBy))) throw invalidLink()
  await holdPerson(work, personId)
  if (!(await findPerson(work, link))) throw invalidLink()
  await setPassword(work, personId, hashed, 'password-reset')
}

/** Records that a link was emailed to the person who asked for it. */
export function recordMailedLink(database: Database, personId: string): Promise<void> {
  return recordPersonEvent(database, personId, 'reset-link-mailed')
}

type OpenedLink = Content & { personId: string }

/** Undefined for a token that has expired, or that this server did not make. */
function openToken(database: Database | Work, token: string): OpenedLink | undefined {
  const [personId = '', text = ''] = token.split('.')
  const sealed = `\\x${Buffer.from(text, 'base64url').toString('hex')}`
  try {
    const opened = unseal(getKeyring(database), toLocation(personId), sealed)
    const content = contentSchema.parse(JSON.parse(opened))
    const age = Date.now() - content.madeAt
    const longest = (content.madeBy ? ADMIN_LINK_HOURS : MAILED_LINK_HOURS) * HOUR_MS
    return age < longest && age > -CLOCK_MS ? { personId, ...content } : undefined
  } catch (error) {
    if (error instanceof KeyError) return undefined
    throw error
  }
}

/** The person, if the password is still the one that the link replaces, and if the Admin may still make the link. */
async function findPerson(database: Database | Work, { personId, hash, madeBy }: OpenedLink) {
  const person = await database
    .selectFrom('persons')
    .select(['id', 'email', 'firstName', 'lastName', 'password'])
    .where('id', '=', personId)
    .executeTakeFirst()
  if (!person || digest(person.password) !== hash) return undefined
  if (!madeBy) return person
  const accounts = await listAccounts(database, personId)
  const admins = await listAccounts(database, madeBy.personId)
  const isAdmin = admins.some(({ id, role }) => id === madeBy.accountId && role === 'admin')
  const isOwn = accounts.length === 1 && accounts[0]?.id === madeBy.accountId
  return isAdmin && isOwn ? person : undefined
}

function digest(password: string): string {
  return createHash('sha256').update(password).digest('base64url').slice(0, 22)
}

function toLocation(personId: string) {
  return { userId: personId, table: 'reset_link', field: 'token', id: 0 }
}

function invalidLink(): RequestError {
  return new RequestError(404, INVALID_RESET)
}
