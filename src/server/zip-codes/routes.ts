import type { FastifyInstance } from 'fastify'
import { readZipCode, zipCodeSchema } from '#core/zip-codes/zip-codes.ts'
import { notFound } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import { findZipCode } from './table.ts'

/** `GET /api/zip-codes/75201` returns city, state and coordinates; 404 for an unknown code. */
export function zipCodeRoutes(app: FastifyInstance): void {
  const { get } = routesOf(app, 'ZIP codes')

  get('/api/zip-codes/:zip', { access: 'office', answer: zipCodeSchema }, async ({ request }) => {
    const zip = readZipCode((request.params as { zip: string }).zip)
    const found = zip && (await findZipCode(zip))
    if (!found) throw notFound()
    return found
  })
}
