/** Corrections of approved invoices (SPEC C169, C170). */
import type { FastifyInstance } from 'fastify'
import { creditNoteSchema, rebillSchema, voidInvoiceSchema } from '#core/invoices/requests.ts'
import { invoiceResponse, rebilledResponse } from '#core/invoices/responses.ts'
import { runIdempotent } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { readInvoice } from '#server/invoices/rows.ts'
import { routesOf } from '#server/routes.ts'
import { creditInvoice } from './credit-invoice.ts'
import { rebillInvoice, supplementInvoice } from './rebill.ts'
import { voidInvoice } from './void-invoice.ts'

const path = '/api/invoices/:id'

export function correctionRoutes(app: FastifyInstance, database: Database): void {
  const { post } = routesOf(app, 'Invoices')

  post(
    `${path}/void`,
    { access: 'billing', body: voidInvoiceSchema, answer: invoiceResponse },
    ({ account, id, body, version }) => voidInvoice(database, account, id, body, version),
  )

  post(
    `${path}/credit`,
    { access: 'billing', body: creditNoteSchema, answer: invoiceResponse, status: 201 },
    ({ account, id: invoiceId, body, repeatable }) => {
      const credit = { ...body, invoiceId, personId: repeatable.personId }
      return runIdempotent(database, account, repeatable, async (work) =>
        readInvoice(work, account, await creditInvoice(work, account, credit)),
      )
    },
  )

  post(
    `${path}/rebill`,
    { access: 'billing', body: rebillSchema, answer: rebilledResponse, status: 201 },
    ({ account, id, body, repeatable }) => rebillInvoice(database, account, id, body, repeatable),
  )

  post(
    `${path}/supplement`,
    { access: 'billing', answer: invoiceResponse, status: 201 },
    ({ account, id, repeatable }) => supplementInvoice(database, account, id, repeatable),
  )
}
