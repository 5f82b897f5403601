/** Approving, paying and voiding a settlement (SPEC C3). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { statementPaymentsResponse } from '#core/payments/responses.ts'
import {
  approvalSchema,
  holdSchema,
  paymentSchema,
  voidSchema,
} from '#core/settlements/approval.ts'
import { settlementResponse } from '#core/settlements/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import { readStatementPayments } from '#server/payments/statement-payments.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'
import { serverDay } from '#server/today.ts'
import { openApprovalStore } from './approval.ts'
import { readCompany } from '#server/settings/company.ts'
import { holdDraft } from './hold.ts'

const tags = ['Settlements']
const response = { 200: settlementResponse }

export function approvalRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => openApprovalStore(database, userId)

  api.post(
    '/api/billing/:id/approve',
    { schema: { tags, body: approvalSchema, response }, config: { access: 'payroll' } },
    async (request) => {
      const userId = requireAccount(request)
      const company = await readCompany(database, userId)
      const { approvedOn = serverDay(), ...offset } = request.body ?? {}
      const version = readVersion(request)
      return store(userId).approve(readId(request), company, approvedOn, version, offset)
    },
  )

  api.post(
    '/api/billing/:id/hold',
    { schema: { tags, body: holdSchema, response }, config: { access: 'payroll' } },
    (request) => {
      const { reason } = request.body
      const userId = requireAccount(request)
      return holdDraft(database, userId, readId(request), reason, readVersion(request))
    },
  )

  api.delete(
    '/api/billing/:id/hold',
    { schema: { tags }, config: { access: 'payroll' } },
    async (request, reply) => {
      const userId = requireAccount(request)
      await holdDraft(database, userId, readId(request), null, readVersion(request))
      return reply.code(204).send()
    },
  )

  api.post(
    '/api/billing/:id/pay',
    { schema: { tags, body: paymentSchema, response }, config: { access: 'payroll' } },
    (request) =>
      store(requireAccount(request)).pay(
        readId(request),
        request.body,
        readIdempotency(request),
        readVersion(request),
      ),
  )

  api.get(
    '/api/billing/:id/payments',
    {
      schema: { tags, response: { 200: statementPaymentsResponse } },
      config: { access: 'settlements' },
    },
    async (request) => {
      const userId = requireAccount(request)
      const settlement = await openSettlementStore(database, userId).get(readId(request))
      return readStatementPayments(database, userId, settlement)
    },
  )

  api.post(
    '/api/billing/:id/void',
    { schema: { tags, body: voidSchema, response }, config: { access: 'payroll' } },
    (request) =>
      store(requireAccount(request)).voidStatement(
        readId(request),
        request.body,
        readVersion(request),
      ),
  )
}
