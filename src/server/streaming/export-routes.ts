/** Routes that send what a list matches as a CSV file and as a workbook (SPEC B50, C439). */
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { listQuerySchema, readListQuery } from '#server/lists/query/list-query.ts'
import { routesOf } from '#server/routes.ts'
import { attachment } from './attachment.ts'
import { csvText, type ExportedListing } from './csv-text.ts'
import { SHEET_ENDINGS } from './report-routes.ts'
import { streamSnapshot } from './snapshot.ts'
import { writeWorkbook } from './workbook.ts'

/** `GET /api/{name}/export.csv` and `.xlsx` take the query of `GET /api/{name}` and ignore its page limits. */
export function exportRoutes(
  app: FastifyInstance,
  database: Database,
  exported: ExportedListing,
): void {
  const { name, path, file, title, access } = exported
  for (const ending of SHEET_ENDINGS) {
    routesOf(app, title).get(
      `/api/${path ?? name}/export.${ending}`,
      {
        access: [access, 'export'],
        query: listQuerySchema,
        config: { audited: { action: 'exported', subject: name } },
        options: { exposeHeadRoute: false },
      },
      async ({ member, account, query, reply }) => {
        const seen = exported.see?.(member)
        const wanted = readListQuery(seen?.kinds ?? exported.kinds, query)
        const write = ending === 'csv' ? csvText : writeWorkbook
        const stream = await streamSnapshot(database, account, (work) =>
          write(work, account, { ...exported, ...seen }, wanted),
        )
        return reply.headers(attachment(file, ending)).send(stream)
      },
    )
  }
}
