/** Who a portal request is for: a truck owner or a driver of the account (SPEC C78). */
import type { FastifyRequest } from 'fastify'
import { payeeKey } from '#core/settlements/payee.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { RequestError } from '#server/errors.ts'

export type PortalMember = {
  userId: string
  personId: string
  role: 'owner' | 'driver'
  /** The id of the owner or driver. */
  id: number
  /** The member's own payee key: "owner:12" or "driver:7". */
  payee: string
  seesRevenue: boolean
}

/** Every query of the portal must filter by the result's `userId`, and by its `payee` or `id`. Throws 401, 403. */
export function requirePortalMember(request: FastifyRequest): PortalMember {
  const { accountId, personId, role, ownerId, driverId, permissions } = requireMember(request)
  const seesRevenue = permissions.has('revenue')
  const shared = { userId: accountId, personId, seesRevenue }
  if (role === 'owner' && ownerId !== null) {
    const payee = payeeKey({ ownerId, driverId: null, truckId: 0 })
    return { ...shared, role, id: ownerId, payee }
  }
  if (role === 'driver' && driverId !== null) {
    const payee = payeeKey({ ownerId: null, driverId, truckId: 0 })
    return { ...shared, role, id: driverId, payee }
  }
  throw new RequestError(403, 'Only truck owners and drivers have a portal')
}
