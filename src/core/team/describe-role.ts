/** The words for a role, and for a member who views as it. */
import { ROLES, type Role } from './roles.ts'
import type { ViewAs } from './signed-in-user.ts'

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

/** "Dispatcher", or "Ann Smith (Dispatcher)". `labels`: for a language other than English. */
export function describeViewed(
  { role, name }: ViewAs,
  labels: Partial<Record<Role, string>> = {},
): string {
  const label = labels[role] ?? roleLabel(role)
  return name === null ? label : `${name} (${label})`
}

const VIEWING = 'You are viewing as '

/** The message of a change that is rejected in the view (SPEC C83). */
export function readOnlyMessage(viewed: ViewAs): string {
  return `${VIEWING}${describeViewed(viewed)}, read-only. Stop viewing to make changes.`
}

export function isReadOnlyMessage(message: string): boolean {
  return message.startsWith(VIEWING)
}
