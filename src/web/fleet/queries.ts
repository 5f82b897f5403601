/** The requests of leases (SPEC C523–C526). */
import { queryOptions } from '@tanstack/react-query'
import type { AnyRecord } from '#core/entities/entity.ts'
import type { LeaseDefaults, LeaseTerm } from '#core/fleet/lease-terms.ts'
import { request } from '#web/api/client.ts'

const DEFAULTS = '/api/lease-defaults'

/** A lease as the API returns it. */
export type StoredLease = AnyRecord & { terms: LeaseTerm[] }

export const leaseDefaultsQuery = queryOptions({
  queryKey: ['lease-defaults'],
  queryFn: () => request<LeaseDefaults>('GET', DEFAULTS),
})

export function leaseQuery(id: number) {
  return queryOptions({
    queryKey: ['leases', id],
    queryFn: () => request<StoredLease>('GET', `/api/leases/${id}`),
  })
}

export function saveDefaults(
  { version }: LeaseDefaults,
  terms: readonly LeaseTerm[],
): Promise<LeaseDefaults> {
  const headers = { 'If-Match': `"${version}"` }
  return request<LeaseDefaults>('PUT', DEFAULTS, { body: { terms }, headers })
}

/** No terms: by default. */
export function saveTerms(lease: StoredLease, terms: readonly LeaseTerm[]): Promise<StoredLease> {
  // Only the charge-backs change: whose the truck is now was asked when the lease was saved.
  const body = { ...lease, terms, confirmed: ['ownerId'] }
  const headers = { 'If-Match': `"${lease.version}"` }
  return request<StoredLease>('PUT', `/api/leases/${lease.id}`, { body, headers })
}
