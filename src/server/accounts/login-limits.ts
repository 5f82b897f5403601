/** Limits on wrong passwords and sign-ups, by account, by network and across all accounts (SPEC B6, C38, C39). */
import { accountMessages } from '#core/messages.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import {
  addAttempt,
  countAttempt,
  countAttempts,
  forgetAttempt,
  readWaits,
  tooManyAttempts,
  type Count,
  type Limit,
} from './attempts.ts'
import { listNetworks } from './network.ts'

/** The limit per account. Wrong passwords in a password change also count. */
export const WRONG_PASSWORDS: Limit = {
  kind: 'login',
  most: 10,
  seconds: 15 * 60,
  message: 'Too many wrong passwords. Please try again later.',
}

/** The limit per address, across all emails. A wider network has a multiple of it. */
const WRONG_OF_NETWORK: Limit = {
  kind: 'login-network',
  most: 100,
  seconds: 15 * 60,
  message: 'Too many wrong passwords from this network. Please try again later.',
}

/** Across all networks. Above this, passwords are being guessed from many networks, and each gets fewer guesses. */
const WRONG_OF_ALL: Limit = { ...WRONG_OF_NETWORK, kind: 'login-all', most: 1000 }
const MAX_UNDER_ATTACK = 10

const SIGNUPS: Limit = {
  kind: 'signup',
  most: 100,
  seconds: 60 * 60,
  message: 'Too many sign-ups from this address. Please try again later.',
}

/** The limit per account. A link shows whether its email has a login, and no one may find that out for many emails. */
const INVITATIONS: Limit = {
  kind: 'invitation',
  most: 100,
  seconds: 24 * 60 * 60,
  message: 'Your team sent 100 invitations in 24 hours. Please invite more people later.',
}

/** The limit per email, whether or not a person has it. */
const RESETS: Limit = {
  kind: 'reset',
  most: 3,
  seconds: 60 * 60,
  message:
    'Too many requests for a new password. Look for the email that was sent, or try again later.',
}

const RESETS_OF_NETWORK: Limit = { ...RESETS, kind: 'reset-network', most: 30 }

/** The limit per account: each link is also an email to the member. */
const RESET_LINKS: Limit = {
  kind: 'reset-link',
  most: 20,
  seconds: 60 * 60,
  message: 'Your team made 20 links in an hour. Please try again later.',
}

export type Admission = {
  /** True if the password may be checked. */
  admitted: boolean
  /** The ids of the counted attempts. Forget them if the password is right. */
  attempts: number[]
  /** The response unless the password is right. */
  rejection: RequestError
}

/**
 * Counts a login as a wrong password. Throws 429 if the account has reached its limit. If its network has, only a user who
 * has logged in from there before (`known`) is admitted. Their wrong passwords then get the network's 429 too: the
 * response must not reveal which emails have an account (SPEC S01).
 */
export async function admitLogin(
  database: Database,
  { email, address, known }: { email: string; address: string; known: boolean },
): Promise<Admission> {
  const networks = countNetworks(address, WRONG_OF_NETWORK)
  const counted: Count[] = [
    { ...WRONG_PASSWORDS, subject: email },
    { ...WRONG_OF_ALL, subject: '' },
    ...networks,
  ]
  const fewer = countNetworks(address, { ...WRONG_OF_NETWORK, most: MAX_UNDER_ATTACK })
  const ids = await addAttempt(database, counted)
  const waits = await readWaits(database, [...counted, ...fewer], ids)
  const [ofAccount = 0, ofAll = 0, ...ofNetworks] = waits
  const ofNetwork = Math.max(...(ofAll ? ofNetworks : ofNetworks.slice(0, networks.length)))
  if (!ofAccount && !ofNetwork) {
    const rejection = new RequestError(401, accountMessages.wrongLogin)
    return { admitted: true, attempts: ids, rejection }
  }
  // Rejected attempts do not count: otherwise repeated tries would extend the wait.
  const kept = known && !ofAccount ? 1 : 0
  await forgetAttempt(database, ids.slice(kept))
  if (ofAccount) throw tooManyAttempts(WRONG_PASSWORDS, ofAccount)
  const rejection = tooManyAttempts(WRONG_OF_NETWORK, ofNetwork)
  return { admitted: known, attempts: ids.slice(0, kept), rejection }
}

/** Counts a sign-up by its networks. Throws 429. */
export async function countSignup(database: Database, address: string): Promise<void> {
  await countAttempts(database, countNetworks(address, SIGNUPS))
}

/** Counts an invitation of the account. Throws 429. */
export async function countInvitation(database: Database, accountId: string): Promise<void> {
  await countAttempt(database, INVITATIONS, accountId)
}

/** Counts a request for a link that sets a new password. Throws 429. */
export async function countResetRequest(
  database: Database,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await countAttempts(database, [
    { ...RESETS, subject: email },
    ...countNetworks(address, RESETS_OF_NETWORK),
  ])
}

/** Counts a link that an Admin makes for a member. Throws 429. */
export async function countResetLink(database: Database, accountId: string): Promise<void> {
  await countAttempt(database, RESET_LINKS, accountId)
}

/** One attempt from an address, counted under each of its networks. */
export function countNetworks(address: string, limit: Limit): Count[] {
  return listNetworks(address).map(({ name, share }) => ({
    ...limit,
    subject: name,
    most: limit.most * share,
  }))
}
