/** Lists as CSV files: filtered, searched and sorted like the list (SPEC B50). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { csvText, type ExportedListing } from '#server/streaming/csv-text.ts'
import { streamSnapshot } from '#server/streaming/snapshot.ts'

/** `GET /api/{name}/export.csv` takes the query of `GET /api/{name}` and ignores its page limits. */
export function exportRoute(
  app: FastifyInstance,
  database: Database,
  exported: ExportedListing,
): void {
  const { name, file, title, access } = exported
  app.withTypeProvider<ZodTypeProvider>().get(
    `/api/${name}/export.csv`,
    {
      exposeHeadRoute: false,
      schema: { tags: [title], querystring: listQuerySchema },
      config: { access: [access, 'export'], audited: { action: 'exported', subject: name } },
    },
    async (request, reply) => {
      const member = requireMember(request)
      const userId = member.accountId
      const seen = exported.see?.(member)
      const query = readListQuery(seen?.kinds ?? exported.kinds, request.query)
      const stream = await streamSnapshot(database, userId, (work) =>
        csvText(work, userId, { ...exported, ...seen }, query),
      )
      return reply.headers(attachment(file, 'csv')).send(stream)
    },
  )
}
