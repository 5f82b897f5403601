/** Corrections of approved invoices (SPEC C169, C170). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { creditNoteSchema, rebillSchema, voidInvoiceSchema } from '#core/invoices/requests.ts'
import { invoiceResponse, rebilledResponse } from '#core/invoices/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import { runIdempotent } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { readInvoice } from '#server/invoices/rows.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { creditInvoice } from './credit-invoice.ts'
import { rebillInvoice, supplementInvoice } from './rebill.ts'
import { voidInvoice } from './void-invoice.ts'

const tags = ['Invoices']
const path = '/api/invoices/:id'
const change = { access: 'billing' } as const
const created = { 201: invoiceResponse }

export function correctionRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.post(
    `${path}/void`,
    {
      schema: { tags, body: voidInvoiceSchema, response: { 200: invoiceResponse } },
      config: change,
    },
    (request) => {
      const userId = requireAccount(request)
      return voidInvoice(database, userId, readId(request), request.body, readVersion(request))
    },
  )

  api.post(
    `${path}/credit`,
    { schema: { tags, body: creditNoteSchema, response: created }, config: change },
    async (request, reply) => {
      const userId = requireAccount(request)
      const [invoiceId, repeatable] = [readId(request), readIdempotency(request)]
      const credit = { ...request.body, invoiceId, personId: repeatable.personId }
      const note = await runIdempotent(database, userId, repeatable, async (work) =>
        readInvoice(work, userId, await creditInvoice(work, userId, credit)),
      )
      return reply.code(201).send(note)
    },
  )

  api.post(
    `${path}/rebill`,
    { schema: { tags, body: rebillSchema, response: { 201: rebilledResponse } }, config: change },
    async (request, reply) => {
      const userId = requireAccount(request)
      const [id, repeatable] = [readId(request), readIdempotency(request)]
      const made = await rebillInvoice(database, userId, id, request.body, repeatable)
      return reply.code(201).send(made)
    },
  )

  api.post(
    `${path}/supplement`,
    { schema: { tags, response: created }, config: change },
    async (request, reply) => {
      const userId = requireAccount(request)
      const [id, repeatable] = [readId(request), readIdempotency(request)]
      return reply.code(201).send(await supplementInvoice(database, userId, id, repeatable))
    },
  )
}
