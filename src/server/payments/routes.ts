/** Payments to owners and drivers (SPEC C11–C13). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import {
  applySchema,
  closingSchema,
  editPaymentSchema,
  newPaymentSchema,
  reissueSchema,
  reversalSchema,
  undoClosingQuery,
} from '#core/payments/payments.ts'
import { openResponse, paymentResponse, paymentDetailsResponse } from '#core/payments/responses.ts'
import { badField } from '#server/errors.ts'
import { listRoutes } from '#server/lists/routes.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { addReport } from '#server/streaming/report-routes.ts'
import { readDetails, readOpenPayees } from './details.ts'
import { editPayment } from './edit.ts'
import { paymentColumns, paymentListing } from './list.ts'
import { createPayment } from './post.ts'
import { buildRegister } from './register.ts'
import { reissuePayment, reversePayment } from './reverse.ts'
import { applyPayment, closeUnapplied, undoClosing } from './unapplied.ts'

const path = '/api/payments'
const payment = `${path}/:id`
const periodQuery = z.object({ from: day('From').schema, to: day('To').schema })
const openQuery = z.object({
  from: day('From').schema.optional().describe('First settlement date; default: all'),
  to: day('To').schema.optional(),
})

export function paymentRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post, put, remove } = routesOf(app, 'Payments')
  const changed = { access: 'payroll', answer: paymentResponse } as const
  const created = { ...changed, status: 201 } as const

  listRoutes(app, database, {
    path,
    tag: 'Payments',
    access: 'settlements',
    listed: paymentListing,
    kinds: paymentColumns,
    response: paymentResponse,
  })

  get(
    `${path}/open`,
    { access: 'settlements', query: openQuery, answer: openResponse },
    ({ account, query: { from, to } }) => {
      const period = from !== undefined && to !== undefined ? checkPeriod({ from, to }) : undefined
      return readOpenPayees(database, account, period)
    },
  )

  addReport(
    app,
    {
      tag: 'Payments',
      path: `${path}/register`,
      access: ['settlements', 'export'],
      query: periodQuery,
      subject: 'pay_register',
    },
    ({ account, query }) => buildRegister(database, account, checkPeriod(query)),
  )

  get(payment, { access: 'settlements', answer: paymentDetailsResponse }, ({ account, id }) =>
    readDetails(database, account, id),
  )

  post(path, { ...created, body: newPaymentSchema }, ({ account, body, repeatable }) =>
    createPayment(database, account, body, repeatable),
  )

  put(payment, { ...changed, body: editPaymentSchema }, ({ account, id, body, version }) =>
    editPayment(database, account, id, body, version),
  )

  post(
    `${payment}/reverse`,
    { ...changed, body: reversalSchema },
    ({ account, id, body, version }) => reversePayment(database, account, id, body, version),
  )

  post(
    `${payment}/reissue`,
    { ...created, body: reissueSchema },
    ({ account, id, body, version }) => reissuePayment(database, account, id, body, version),
  )

  post(`${payment}/apply`, { ...changed, body: applySchema }, ({ account, id, body, repeatable }) =>
    applyPayment(database, account, id, body, repeatable),
  )

  post(
    `${payment}/closings`,
    { ...created, body: closingSchema },
    ({ account, id, body, repeatable }) => closeUnapplied(database, account, id, body, repeatable),
  )

  remove(
    `${payment}/closings/:closing`,
    { access: 'payroll', query: undoClosingQuery },
    ({ account, id, idOf, query: { confirmed } }) =>
      undoClosing(database, account, id, {
        closing: idOf('closing'),
        confirmed: confirmed ? [confirmed] : [],
      }),
  )
}

/** Throws 400 if the period ends before it begins. */
function checkPeriod(period: z.output<typeof periodQuery>) {
  if (period.from > period.to) throw badField('to', 'To must not be before From')
  return period
}
