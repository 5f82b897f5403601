/** Lists as CSV files, as filtered, searched and sorted (SPEC B50). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { requireAccount } from '#server/accounts/auth.ts'
import { attachment } from '#server/streaming/attachment.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { csvText, type Exported } from './csv-text.ts'
import type { ConcurrencyLimit } from '#server/streaming/concurrency-limit.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'

/** `GET /api/{name}/export.csv` with the query of `GET /api/{name}`; a page of it makes no difference. */
export function exportRoute(
  app: FastifyInstance,
  database: Database,
  slots: ConcurrencyLimit,
  exported: Exported,
): void {
  const { name, file, title, kinds } = exported
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      `/api/${name}/export.csv`,
      { exposeHeadRoute: false, schema: { tags: [title], querystring: listQuerySchema } },
      async (request, reply) => {
        const userId = requireAccount(request)
        const query = readListQuery(kinds, request.query)
        const free = slots.take(userId)
        const stream = await streamSnapshot(
          database,
          (work) => csvText(work, userId, exported, query),
          free,
        )
        return reply.headers(attachment(file, 'csv')).send(stream)
      },
    )
}
