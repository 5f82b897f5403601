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
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { readAccountMap, saveAccountMap } from './accounts.ts'
import { createBatch, listBatches, readBatchFile } from './batches.ts'
import { buildBatch } from './build-batch.ts'

const tags = ['Books']
const reads = { access: ['invoices', 'settlements'] } as const
const changes = { access: ['billing', 'payroll'] } as const
const downloads = {
  ...reads,
  audited: { action: 'exported', subject: 'export_batches' },
} as const

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
    { schema: { tags, produces: ['text/plain'] }, config: downloads },
    async (request, reply) => {
      const id = readId(request)
      const { format, content } = await readBatchFile(database, requireAccount(request), id)
      const ending = format === 'iif' ? 'iif' : 'csv'
      return reply.headers(asFile(`haulbook-${format}-${id}.${ending}`)).send(content)
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

function asFile(name: string): Record<string, string> {
  return {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  }
}
