/** What an Admin can look at, read-only (SPEC C83). */
import { z } from 'zod'

/** A truck owner and a driver see their own records only, so they are viewed as members. */
const VIEWED_ROLES = ['accounting', 'dispatcher', 'safety', 'viewer'] as const

export const viewSchema = z.union([
  z.object({ role: z.enum(VIEWED_ROLES, 'Choose a role') }),
  z.object({ memberId: z.int().positive() }),
])

/** A view, as a session stores it. */
export type StoredView = z.output<typeof viewSchema>
