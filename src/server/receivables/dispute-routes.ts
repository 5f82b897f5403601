/** Disputes and the contact log (SPEC C204, C205). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { contactSchema, sentContactSchema } from '#core/receivables/contacts.ts'
import {
  closedDisputeSchema,
  disputeSchema,
  sentDisputeSchema,
} from '#core/receivables/disputes.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { readBroker } from './account-statement.ts'
import {
  addBrokerContact,
  addInvoiceContact,
  changeContact,
  deleteContact,
  readContacts,
} from './contacts.ts'
import { addDispute, changeDispute, closeDispute, readDisputes } from './disputes.ts'

export function disputeRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put } = routesOf(app, 'Disputes')

  get(
    '/api/brokers/:id/disputes',
    { access: 'invoices', answer: z.array(disputeSchema) },
    async ({ account, id: brokerId }) => {
      await readBroker(database, account, brokerId)
      return readDisputes(database, account, { brokerId })
    },
  )

  post(
    '/api/invoices/:id/disputes',
    { access: 'billing', body: sentDisputeSchema, answer: disputeSchema, status: 201 },
    ({ account, id, body, repeatable }) => addDispute(database, account, id, body, repeatable),
  )

  put(
    '/api/disputes/:id',
    { access: 'billing', body: sentDisputeSchema, answer: disputeSchema },
    ({ account, id, body, version }) => changeDispute(database, account, id, body, version),
  )

  post(
    '/api/disputes/:id/close',
    { access: 'billing', body: closedDisputeSchema, answer: disputeSchema },
    ({ account, id, body, version }) => closeDispute(database, account, id, body, version),
  )
}

export function contactRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put, remove } = routesOf(app, 'Contacts')
  const changed = { access: 'billing', body: sentContactSchema, answer: contactSchema } as const

  get(
    '/api/brokers/:id/contacts',
    { access: 'invoices', answer: z.array(contactSchema) },
    async ({ account, id: brokerId }) => {
      await readBroker(database, account, brokerId)
      return readContacts(database, account, { brokerId })
    },
  )

  post(
    '/api/brokers/:id/contacts',
    { ...changed, status: 201 },
    ({ member, id, body, repeatable }) => addBrokerContact(database, member, id, body, repeatable),
  )

  post(
    '/api/invoices/:id/contacts',
    { ...changed, status: 201 },
    ({ member, id, body, repeatable }) => addInvoiceContact(database, member, id, body, repeatable),
  )

  put('/api/contacts/:id', changed, ({ account, id, body, version }) =>
    changeContact(database, account, id, body, version),
  )

  remove('/api/contacts/:id', { access: 'billing' }, ({ account, id }) =>
    deleteContact(database, account, id),
  )
}
