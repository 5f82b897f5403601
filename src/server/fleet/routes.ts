/** What belongs to trucks besides loads and settlements: odometer readings (SPEC C522) and leases (SPEC C523). */
import type { FastifyInstance } from 'fastify'
import { leaseDefaultsRequest, leaseDefaultsResponse } from '#core/fleet/lease-terms.ts'
import { keptDocumentRoutes } from '#server/documents/kept/kept-routes.ts'
import { rowRoutes } from '#server/entities/listed-rows.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readLeaseDefaults, saveLeaseDefaults } from './lease-defaults.ts'
import { checkLease, leaseList, releaseLease, requireLease } from './leases.ts'
import { checkReading, odometerList } from './odometer.ts'

export async function fleetRoutes(
  app: FastifyInstance,
  { database, documents }: Services,
): Promise<void> {
  rowRoutes(app, database, odometerList, { check: checkReading })
  rowRoutes(app, database, leaseList, { check: checkLease, release: releaseLease })

  await keptDocumentRoutes(app, documents, {
    path: '/api/leases/:id/documents',
    tag: 'Leases',
    place: 'leaseId',
    reads: 'settlements',
    changes: 'payroll',
    requireRecord: requireLease,
  })

  const { get, put } = routesOf(app, 'Leases')
  const path = '/api/lease-defaults'
  const answer = leaseDefaultsResponse
  get(path, { access: 'settlements', answer }, ({ account }) =>
    readLeaseDefaults(database, account),
  )
  put(
    path,
    { access: 'payroll', body: leaseDefaultsRequest, answer },
    ({ account, body, version }) => saveLeaseDefaults(database, account, body.terms, version),
  )
}
