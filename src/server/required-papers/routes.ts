/** Required papers: the company's rules, and those of a broker (SPEC C129). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  changedRequiredPapersSchema,
  requiredPapersSchema,
} from '#core/required-papers/required-papers.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readVersion } from '#server/requests.ts'
import { readRequiredPapers, saveRequiredPapers } from './store.ts'

const tags = ['Required papers']
const COMPANY = null

export function requiredPapersRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const schema = { tags, response: { 200: requiredPapersSchema } }
  const changed = { ...schema, body: changedRequiredPapersSchema }

  api.get('/api/required-papers', { schema, config: { access: 'office' } }, (request) =>
    readRequiredPapers(database, requireAccount(request), COMPANY),
  )

  api.put('/api/required-papers', { schema: changed, config: { access: 'admin' } }, (request) => {
    const userId = requireAccount(request)
    return saveRequiredPapers(database, userId, COMPANY, request.body, readVersion(request))
  })

  api.get('/api/brokers/:id/required-papers', { schema, config: { access: 'office' } }, (request) =>
    readRequiredPapers(database, requireAccount(request), readId(request)),
  )

  api.put(
    '/api/brokers/:id/required-papers',
    { schema: changed, config: { access: 'loads' } },
    (request) => {
      const userId = requireAccount(request)
      const version = readVersion(request)
      return saveRequiredPapers(database, userId, readId(request), request.body, version)
    },
  )
}
