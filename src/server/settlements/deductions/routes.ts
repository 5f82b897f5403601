/** Recurring deductions: `/api/deduction-rules` (SPEC C2). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { changedRuleSchema, ruleFields, savedRuleSchema } from '#core/settlements/rules.ts'
import { ruleResponse } from '#core/settlements/responses.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import { openRuleStore } from './store.ts'

const path = '/api/deduction-rules'
const rule = `${path}/:id`
const listQuery = z.object({
  truckId: ruleFields.truckId.schema
    .optional()
    .describe('Rules of one truck; none: rules for all trucks'),
})

export function ruleRoutes(app: FastifyInstance, database: Database): void {
  const { get, post, put, remove } = routesOf(app, 'Deduction rules')
  const store = (userId: string) => openRuleStore(database, userId)

  get(
    path,
    { access: 'settlements', query: listQuery, answer: z.array(ruleResponse) },
    ({ account, query }) => store(account).list(query.truckId),
  )

  get(rule, { access: 'settlements', answer: ruleResponse }, ({ account, id }) =>
    store(account).get(id),
  )

  post(
    path,
    { access: 'payroll', body: savedRuleSchema, answer: ruleResponse, status: 201 },
    ({ account, body, repeatable }) => store(account).create(body, repeatable),
  )

  put(
    rule,
    { access: 'payroll', body: changedRuleSchema, answer: ruleResponse },
    ({ account, id, body, version }) => store(account).update(id, body, version),
  )

  remove(rule, { access: 'payroll' }, ({ account, id, operation }) =>
    store(account).remove(id, operation),
  )
}
