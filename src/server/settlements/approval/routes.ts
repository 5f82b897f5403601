/** Approving, paying and voiding a settlement (SPEC C3). */
import type { FastifyInstance } from 'fastify'
import { statementPaymentsResponse } from '#core/payments/responses.ts'
import {
  approvalSchema,
  holdSchema,
  paymentSchema,
  voidSchema,
} from '#core/settlements/approval.ts'
import { settlementResponse } from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { readStatementPayments } from '#server/payments/statement-payments.ts'
import { routesOf } from '#server/routes.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'
import { accountDay } from '#server/today.ts'
import { openApprovalStore } from './approval.ts'
import { readCompany } from '#server/settings/company.ts'
import { holdDraft } from './hold.ts'

const path = '/api/billing/:id'

export function approvalRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, remove } = routesOf(app, 'Settlements')
  const store = (userId: string) => openApprovalStore(database, userId)
  const changed = { access: 'payroll', answer: settlementResponse } as const

  post(
    `${path}/approve`,
    { ...changed, body: approvalSchema },
    async ({ account, id, body, version }) => {
      const company = await readCompany(database, account)
      const { approvedOn = accountDay(), ...offset } = body ?? {}
      return store(account).approve(id, company, approvedOn, version, offset)
    },
  )

  post(`${path}/hold`, { ...changed, body: holdSchema }, ({ account, id, body, version }) =>
    holdDraft(database, account, id, body.reason, version),
  )

  remove(`${path}/hold`, { access: 'payroll' }, async ({ account, id, version }) => {
    await holdDraft(database, account, id, null, version)
  })

  post(
    `${path}/pay`,
    { ...changed, body: paymentSchema },
    ({ account, id, body, repeatable, version }) =>
      store(account).pay(id, body, repeatable, version),
  )

  get(
    `${path}/payments`,
    { access: 'settlements', answer: statementPaymentsResponse },
    async ({ account, id }) => {
      const settlement = await openSettlementStore(database, account).get(id)
      return readStatementPayments(database, account, settlement)
    },
  )

  post(`${path}/void`, { ...changed, body: voidSchema }, ({ account, id, body, version }) =>
    store(account).voidStatement(id, body, version),
  )
}
