/** What keeps a record from being deleted, and the message about it (SPEC B24, C10, C356). */
import { pluralize } from '#core/pluralize.ts'
import type { Permission } from '#core/team/roles.ts'

/** Each kind of use with its name, and the permission to see its number. */
const KINDS = {
  billing: { one: 'settlement', many: 'settlements', seenBy: 'settlements' },
  balances: { one: 'balance', many: 'balances', seenBy: 'settlements' },
  payments: { one: 'payment', many: 'payments', seenBy: 'settlements' },
  invoices: { one: 'invoice', many: 'invoices', seenBy: 'invoices' },
  receipts: { one: 'payment received', many: 'payments received', seenBy: 'invoices' },
  odometer: { one: 'odometer reading', many: 'odometer readings', seenBy: 'office' },
  leases: { one: 'lease', many: 'leases', seenBy: 'settlements' },
  cards: { one: 'card', many: 'cards', seenBy: 'settlements' },
  purchases: { one: 'purchase', many: 'purchases', seenBy: 'settlements' },
  costs: { one: 'cost', many: 'costs', seenBy: 'settlements' },
  contacts: { one: 'logged contact', many: 'logged contacts', seenBy: 'invoices' },
} as const satisfies Record<string, { one: string; many: string; seenBy: Permission }>

/** The messages about an owner or a driver with a login (SPEC C68). */
export const HAS_LOGIN = {
  owners: 'This truck owner has a login. End the membership on the Team page first.',
  drivers: 'This driver has a login. End the membership on the Team page first.',
}

/** The number of records of each kind that use a record. */
export type RecordUse = Partial<Record<keyof typeof KINDS, number>>

/** What `GET /api/{entity}/{id}/links` answers: what a deletion would do, or why it is refused. */
export type RecordLinks = {
  /** The number of records that would lose their link, by entity. */
  linked: Record<string, number>
  /** Why the record can't be deleted; null if it can be. */
  refusal: string | null
}

/** The numbers above 0 that a member with these permissions sees. */
export function pickSeenUse(use: RecordUse, permissions: ReadonlySet<Permission>): RecordUse {
  const seen = Object.entries(use).filter(
    ([kind, count]) => count > 0 && permissions.has(KINDS[kind as keyof typeof KINDS].seenBy),
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
    const count = use[kind as keyof typeof KINDS] ?? 0
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
