/** The part of the audit log that a member sees (SPEC C74): events of records and fields that the member's role shows. */
import type { Permission } from '#core/team/roles.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import { findDeclaredFields } from './audit.ts'
import { subjects } from './subjects.ts'

type Permissions = ReadonlySet<Permission>
type Values = Record<string, unknown> | null

/** The kinds of records whose events a member sees. */
export function listSeenSubjects(permissions: Permissions): string[] {
  const seen = Object.entries(subjects).filter(([, { seenBy }]) => permissions.has(seenBy))
  return seen.map(([name]) => name)
}

/** The values of a kind of record that a member does not see. */
export function listHiddenValues(subject: string | null, permissions: Permissions): string[] {
  return [...listHidden(findDeclaredFields(subject), permissions)]
}

/** Removes hidden values from an event. */
export function hideValues<Event extends { subject: string | null; before: Values; after: Values }>(
  event: Event,
  permissions: Permissions,
): Event {
  const hidden = new Set(listHiddenValues(event.subject, permissions))
  if (!hidden.size) return event
  return { ...event, before: without(event.before, hidden), after: without(event.after, hidden) }
}

function without(values: Values, hidden: ReadonlySet<string>): Values {
  if (!values) return null
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)))
}
