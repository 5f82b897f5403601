import type { FastifyInstance } from 'fastify'
import { readZipCode } from '#core/zip-codes/zip-codes.ts'
import { notFound } from '#server/errors.ts'
import { findZipCode } from './table.ts'

/** `GET /api/zip-codes/75201` returns city, state and coordinates; 404 for an unknown code. */
export function zipCodeRoutes(app: FastifyInstance): void {
  app.get<{ Params: { zip: string } }>(
    '/api/zip-codes/:zip',
    { schema: { tags: ['ZIP codes'] }, config: { access: 'office' } },
    async ({ params }) => {
      const zip = readZipCode(params.zip)
      const found = zip && (await findZipCode(zip))
      if (!found) throw notFound()
      return found
    },
  )
}
