/** The order of the papers in packets: the company's, and that of a broker (SPEC C178). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { changedOrderSchema, orderSchema } from '#core/packets/paper-order.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readVersion } from '#server/requests.ts'
import { readOrder, saveOrder } from './orders.ts'

const tags = ['Packets']
const COMPANY = null

export function packetOrderRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const schema = { tags, response: { 200: orderSchema } }
  const changed = { ...schema, body: changedOrderSchema }

  api.get('/api/packet-order', { schema, config: { access: 'office' } }, (request) =>
    readOrder(database, requireAccount(request), COMPANY),
  )

  api.put('/api/packet-order', { schema: changed, config: { access: 'admin' } }, (request) =>
    saveOrder(database, requireAccount(request), COMPANY, request.body, readVersion(request)),
  )

  api.get('/api/brokers/:id/packet-order', { schema, config: { access: 'office' } }, (request) =>
    readOrder(database, requireAccount(request), readId(request)),
  )

  api.put(
    '/api/brokers/:id/packet-order',
    { schema: changed, config: { access: 'loads' } },
    (request) => {
      const userId = requireAccount(request)
      return saveOrder(database, userId, readId(request), request.body, readVersion(request))
    },
  )
}
