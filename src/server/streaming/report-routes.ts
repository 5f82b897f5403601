/** Routes that send a report as a file: `{path}.csv`, and the same rows as a workbook at `{path}.xlsx` (SPEC C500). */
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { AuditSubject } from '#core/audit/subjects.ts'
import type { Access } from '#core/team/access.ts'
import type { Permission } from '#core/team/roles.ts'
import { reportText, type Report } from '#core/transfer/report.ts'
import { routesOf, type Call } from '#server/routes.ts'
import { attachment } from './attachment.ts'
import { streamPieces } from './stream-pieces.ts'
import { writeReport } from './workbook.ts'

export const SHEET_ENDINGS = ['csv', 'xlsx'] as const

/** A file with data of the account is for those who export, and the audit log says what was exported. */
type Exported =
  | { access: readonly [...Permission[], 'export']; subject: AuditSubject }
  | { access: Access; subject: null }

type DeclaredReport<Query> = Exported & {
  /** The chapter of the API's description. */
  tag: string
  /** Without the ending. */
  path: string
  query?: z.ZodType<Query>
  /** The text of the CSV file, if it is not the usual one. */
  write?: (report: Report) => string
}

/** `build` returns the report, or throws the error of the request. */
export function addReport<Query = unknown>(
  app: FastifyInstance,
  { tag, path, access, query, subject, write = reportText }: DeclaredReport<Query>,
  build: (call: Call<unknown, Query>) => Report | Promise<Report>,
): void {
  for (const ending of SHEET_ENDINGS) {
    routesOf(app, tag).get<unknown, Query>(
      `${path}.${ending}`,
      {
        access,
        ...(query ? { query } : {}),
        ...(subject ? { config: { audited: { action: 'exported', subject } } } : {}),
      },
      async (call) => {
        const report = await build(call)
        call.reply.headers(attachment(report.file, ending))
        if (ending === 'csv') return call.reply.send(write(report))
        return call.reply.send(await streamPieces(writeReport(report), () => undefined))
      },
    )
  }
}
