/** What keeps a record from being deleted, and the message about it (SPEC B24, C10, C356). */
import { pluralize } from '#core/pluralize.ts'
import { everyTable } from '#core/tables.ts'
import type { Permission } from '#core/team/roles.ts'

type Kind = { one: string; many: string; seenBy: Permission }

/**
 * Each kind of use with its words, and the permission to see its number. Settlements are counted by their payee, not by a link. The
 * others are tables, by their names in the database.
 */
const KINDS: Readonly<Record<string, Kind>> = {
  billing: { one: 'settlement', many: 'settlements', seenBy: 'settlements' },
  balances: { one: 'balance', many: 'balances', seenBy: 'settlements' },
  payments: { one: 'payment', many: 'payments', seenBy: 'settlements' },
  ...Object.fromEntries(
    everyTable.flatMap(([name, { keepsLinked, words, seenBy }]) =>
      keepsLinked ? [[name, { ...words, seenBy }]] : [],
    ),
  ),
}

/** The messages about an owner or a driver with a login (SPEC C68). */
export const HAS_LOGIN = {
  owners: 'This truck owner has a login. End the membership on the Team page first.',
  drivers: 'This driver has a login. End the membership on the Team page first.',
}

/** The number of records of each kind that use a record. */
export type RecordUse = Readonly<Record<string, number>>

/** What `GET /api/{entity}/{id}/links` answers: what a deletion would do, or why it is refused. */
export type RecordLinks = {
  /** The number of records that would lose their link, by entity. */
  linked: Record<string, number>
  /** Why the record can't be deleted; null if it can be. */
  refusal: string | null
}

/** The numbers above 0 that a member with these permissions sees. */
export function pickSeenUse(use: RecordUse, permissions: ReadonlySet<Permission>): RecordUse {
  const seen = Object.entries(KINDS).flatMap(([kind, { seenBy }]) =>
    use[kind] && permissions.has(seenBy) ? [[kind, use[kind]] as const] : [],
  )
  return Object.fromEntries(seen)
}

/**
 * "This truck has 2 settlements and can't be deleted." Without numbers if the member does not see them (SPEC C73):
 * "This truck is in use and can't be deleted." Undefined if nothing uses the record. `done`: what else can't be done with it.
 */
export function describeUse(
  { singular }: { singular: string },
  use: RecordUse,
  permissions: ReadonlySet<Permission>,
  done = 'deleted',
): string | undefined {
  const kinds = Object.entries(KINDS).flatMap(([kind, { one, many, seenBy }]) => {
    const count = use[kind] ?? 0
    return count ? [{ text: pluralize(count, one, many), seen: permissions.has(seenBy) }] : []
  })
  if (!kinds.length) return undefined
  const seen = kinds.flatMap(({ text, seen: isSeen }) => (isSeen ? [text] : []))
  const what = seen.length ? `has ${listWithAnd(seen)}` : 'is in use'
  return `This ${singular.toLowerCase()} ${what} and can't be ${done}.`
}

/** "Set the owner to Inactive instead." */
export function inactiveAdvice({ singular }: { singular: string }): string {
  const name = singular.toLowerCase()
  const advice = name === 'truck' ? 'Set its status to Inactive' : `Set the ${name} to Inactive`
  return `${advice} instead.`
}

/** ["1 invoice", "2 payments", "3 balances"] → "1 invoice, 2 payments and 3 balances". */
function listWithAnd(texts: string[]): string {
  if (texts.length < 2) return texts.join('')
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
