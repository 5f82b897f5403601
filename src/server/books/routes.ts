/** The books: account map, preview, files (SPEC C220–C226). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  accountMapResponse,
  accountMapSchema,
  booksDaysSchema,
  booksPreviewResponse,
  exportBatchResponse,
} from '#core/books/books.ts'
import {
  closedChangeResponse,
  booksClosingResponse,
  booksClosingSchema,
} from '#core/books/closing.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { readAccountMap, saveAccountMap } from './accounts.ts'
import { createBatch, listBatches, readBatchFile, readBatchPart } from './batches.ts'
import { buildBatch } from './build-batch.ts'
import { buildClosedChangesFile, listClosedChanges } from './closed-changes.ts'
import { readClosing, saveClosing } from './closing.ts'

const tags = ['Books']
const reads = { access: ['invoices', 'settlements'] } as const
const changes = { access: ['billing', 'payroll'] } as const
const downloads = {
  ...reads,
  audited: { action: 'exported', subject: 'export_batches' },
} as const

const changesFile = {
  ...reads,
  audited: { action: 'exported', subject: 'closed_changes' },
} as const

const partSchema = z.object({
  part: z.coerce.number().int().min(1).max(1000).optional().describe('From 1. Absent: the first'),
})

/** The screen shows the newest ones. The CSV file has all. */
const CHANGES_ON_PAGE = 200

export function bookRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const map = { tags, response: { 200: accountMapResponse } }

  api.get('/api/books/accounts', { schema: map, config: reads }, (request) =>
    readAccountMap(database, requireAccount(request)),
  )

  api.put(
    '/api/books/accounts',
    { schema: { ...map, body: accountMapSchema }, config: changes },
    (request) => {
      const userId = requireAccount(request)
      return saveAccountMap(database, userId, request.body, readVersion(request))
    },
  )

  const closing = { tags, response: { 200: booksClosingResponse } }
  api.get('/api/books/closing', { schema: closing, config: reads }, (request) =>
    readClosing(database, requireAccount(request)),
  )

  api.put(
    '/api/books/closing',
    { schema: { ...closing, body: booksClosingSchema }, config: changes },
    (request) => saveClosing(database, requireAccount(request), request.body.closedThrough),
  )

  api.get(
    '/api/books/closed-changes',
    { schema: { tags, response: { 200: z.array(closedChangeResponse) } }, config: reads },
    (request) => listClosedChanges(database, requireAccount(request), CHANGES_ON_PAGE),
  )

  api.get(
    '/api/books/closed-changes.csv',
    { schema: { tags, produces: ['text/csv'] }, config: changesFile },
    async (request, reply) => {
      const file = await buildClosedChangesFile(database, requireAccount(request))
      return reply.headers(asFile('changes-to-closed-months.csv', 'text/csv')).send(file)
    },
  )

  const previewed = { tags, querystring: booksDaysSchema, response: { 200: booksPreviewResponse } }
  api.get('/api/books/preview', { schema: previewed, config: reads }, async (request) => {
    const { preview } = await buildBatch(database, requireAccount(request), request.query)
    return preview
  })

  api.get(
    '/api/export-batches',
    { schema: { tags, response: { 200: z.array(exportBatchResponse) } }, config: reads },
    (request) => listBatches(database, requireAccount(request)),
  )

  const created = { tags, body: booksDaysSchema, response: { 201: z.object({ id: z.int() }) } }
  api.post('/api/export-batches', { schema: created, config: changes }, async (request, reply) => {
    const member = requireMember(request)
    const batch = await createBatch(database, member, request.body, readIdempotency(request))
    return reply.code(201).send(batch)
  })

  api.get(
    '/api/export-batches/:id/file',
    {
      schema: { tags, produces: ['text/plain'], querystring: partSchema },
      config: downloads,
    },
    async (request, reply) => {
      const id = readId(request)
      const { part } = request.query
      const account = requireAccount(request)
      const { format, content } = await readBatchPart(database, account, id, part ?? 1)
      const ending = format === 'iif' ? 'iif' : 'csv'
      const name = `haulbook-${format}-${id}${part === undefined ? '' : `-part-${part}`}`
      return reply.headers(asFile(`${name}.${ending}`)).send(content)
    },
  )

  api.get(
    '/api/export-batches/:id/cover',
    { schema: { tags, produces: ['text/plain'] }, config: downloads },
    async (request, reply) => {
      const id = readId(request)
      const { cover } = await readBatchFile(database, requireAccount(request), id)
      return reply.headers(asFile(`haulbook-cover-${id}.txt`)).send(cover)
    },
  )
}

function asFile(name: string, type = 'text/plain'): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  }
}
