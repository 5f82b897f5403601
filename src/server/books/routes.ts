/** The books: account map, preview, files (SPEC C220–C226). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  accountMapResponse,
  accountMapSchema,
  booksDaysSchema,
  booksPreviewResponse,
  exportBatchResponse,
} from '#core/books/books.ts'
import {
  buildClosedChangesReport,
  closedChangeResponse,
  booksClosingResponse,
  booksClosingSchema,
} from '#core/books/closing.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import { readAccountMap, saveAccountMap } from './accounts.ts'
import { createBatch, listBatches, readBatchFile, readBatchPart } from './batches.ts'
import { buildBatch } from './build-batch.ts'
import { listClosedChanges } from './closed-changes.ts'
import { readClosing, saveClosing } from './closing.ts'

const READS = ['invoices', 'settlements'] as const
const CHANGES = ['billing', 'payroll'] as const
const audited = { action: 'exported', subject: 'export_batches' } as const
const plain = ['text/plain']

const partSchema = z.object({
  part: z.coerce.number().int().min(1).max(1000).optional().describe('From 1. Absent: the first'),
})

/** The screen shows the newest ones. The file has all. */
const CHANGES_ON_PAGE = 200

export function bookRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post, put } = routesOf(app, 'Books')

  get('/api/books/accounts', { access: READS, answer: accountMapResponse }, ({ account }) =>
    readAccountMap(database, account),
  )

  put(
    '/api/books/accounts',
    { access: CHANGES, body: accountMapSchema, answer: accountMapResponse },
    ({ account, body, version }) => saveAccountMap(database, account, body, version),
  )

  get('/api/books/closing', { access: READS, answer: booksClosingResponse }, ({ account }) =>
    readClosing(database, account),
  )

  put(
    '/api/books/closing',
    { access: CHANGES, body: booksClosingSchema, answer: booksClosingResponse },
    ({ account, body }) => saveClosing(database, account, body.closedThrough),
  )

  get(
    '/api/books/closed-changes',
    { access: READS, answer: z.array(closedChangeResponse) },
    ({ account }) => listClosedChanges(database, account, CHANGES_ON_PAGE),
  )

  addReport(
    app,
    {
      tag: 'Books',
      path: '/api/books/closed-changes',
      access: [...READS, 'export'],
      subject: 'closed_changes',
    },
    async ({ account }) =>
      buildClosedChangesReport(await listClosedChanges(database, account, null)),
  )

  get(
    '/api/books/preview',
    { access: READS, query: booksDaysSchema, answer: booksPreviewResponse },
    async ({ account, query }) => (await buildBatch(database, account, query)).preview,
  )

  get(
    '/api/export-batches',
    { access: READS, answer: z.array(exportBatchResponse) },
    ({ account }) => listBatches(database, account),
  )

  post(
    '/api/export-batches',
    { access: CHANGES, body: booksDaysSchema, answer: z.object({ id: z.int() }), status: 201 },
    ({ member, body, repeatable }) => createBatch(database, member, body, repeatable),
  )

  get(
    '/api/export-batches/:id/file',
    { access: READS, query: partSchema, produces: plain, config: { audited } },
    async ({ account, id, query: { part }, reply }) => {
      const { format, content } = await readBatchPart(database, account, id, part ?? 1)
      const ending = format === 'iif' ? 'iif' : 'csv'
      const name = `haulbook-${format}-${id}${part === undefined ? '' : `-part-${part}`}`
      return reply.headers(asFile(`${name}.${ending}`)).send(content)
    },
  )

  get(
    '/api/export-batches/:id/cover',
    { access: READS, produces: plain, config: { audited } },
    async ({ account, id, reply }) => {
      const { cover } = await readBatchFile(database, account, id)
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
