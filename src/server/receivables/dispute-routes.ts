/** Disputes and the contact log (SPEC C204, C205). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { contactSchema, sentContactSchema } from '#core/receivables/contacts.ts'
import {
  closedDisputeSchema,
  disputeSchema,
  sentDisputeSchema,
} from '#core/receivables/disputes.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { readBroker } from './account-statement.ts'
import {
  addBrokerContact,
  addInvoiceContact,
  changeContact,
  deleteContact,
  readContacts,
} from './contacts.ts'
import { addDispute, changeDispute, closeDispute, readDisputes } from './disputes.ts'

const disputeTags = ['Disputes']
const contactTags = ['Contacts']

export function disputeRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/brokers/:id/disputes',
    {
      schema: { tags: disputeTags, response: { 200: z.array(disputeSchema) } },
      config: { access: 'invoices' },
    },
    async (request) => {
      const [userId, brokerId] = [requireAccount(request), readId(request)]
      await readBroker(database, userId, brokerId)
      return readDisputes(database, userId, { brokerId })
    },
  )

  api.post(
    '/api/invoices/:id/disputes',
    {
      schema: { tags: disputeTags, body: sentDisputeSchema, response: { 201: disputeSchema } },
      config: { access: 'billing' },
    },
    async (request, reply) => {
      const [userId, id, once] = [
        requireAccount(request),
        readId(request),
        readIdempotency(request),
      ]
      return reply.code(201).send(await addDispute(database, userId, id, request.body, once))
    },
  )

  api.put(
    '/api/disputes/:id',
    {
      schema: { tags: disputeTags, body: sentDisputeSchema, response: { 200: disputeSchema } },
      config: { access: 'billing' },
    },
    (request) => {
      const [userId, id, version] = [requireAccount(request), readId(request), readVersion(request)]
      return changeDispute(database, userId, id, request.body, version)
    },
  )

  api.post(
    '/api/disputes/:id/close',
    {
      schema: { tags: disputeTags, body: closedDisputeSchema, response: { 200: disputeSchema } },
      config: { access: 'billing' },
    },
    (request) => {
      const [userId, id, version] = [requireAccount(request), readId(request), readVersion(request)]
      return closeDispute(database, userId, id, request.body, version)
    },
  )
}

export function contactRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const tags = contactTags

  api.get(
    '/api/brokers/:id/contacts',
    {
      schema: { tags, response: { 200: z.array(contactSchema) } },
      config: { access: 'invoices' },
    },
    async (request) => {
      const [userId, brokerId] = [requireAccount(request), readId(request)]
      await readBroker(database, userId, brokerId)
      return readContacts(database, userId, { brokerId })
    },
  )

  api.post(
    '/api/brokers/:id/contacts',
    {
      schema: { tags, body: sentContactSchema, response: { 201: contactSchema } },
      config: { access: 'billing' },
    },
    async (request, reply) => {
      const [member, id, once] = [requireMember(request), readId(request), readIdempotency(request)]
      return reply.code(201).send(await addBrokerContact(database, member, id, request.body, once))
    },
  )

  api.post(
    '/api/invoices/:id/contacts',
    {
      schema: { tags, body: sentContactSchema, response: { 201: contactSchema } },
      config: { access: 'billing' },
    },
    async (request, reply) => {
      const [member, id, once] = [requireMember(request), readId(request), readIdempotency(request)]
      return reply.code(201).send(await addInvoiceContact(database, member, id, request.body, once))
    },
  )

  api.put(
    '/api/contacts/:id',
    {
      schema: { tags, body: sentContactSchema, response: { 200: contactSchema } },
      config: { access: 'billing' },
    },
    (request) => {
      const [userId, id, version] = [requireAccount(request), readId(request), readVersion(request)]
      return changeContact(database, userId, id, request.body, version)
    },
  )

  api.delete(
    '/api/contacts/:id',
    { schema: { tags }, config: { access: 'billing' } },
    async (request, reply) => {
      await deleteContact(database, requireAccount(request), readId(request))
      return reply.code(204).send()
    },
  )
}
