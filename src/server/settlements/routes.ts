/** Settlements and their statements (SPEC A7, B27–B33). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Company, UnsavedCompany } from '#core/company.ts'
import { day, requiredReference } from '#core/fields.ts'
import { changedSettlementSchema, newSettlementSchema } from '#core/settlement.ts'
import { accountOf } from '#server/accounts/gate.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { listQuerySchema, readListQuery } from '#server/lists/list-query.ts'
import { answerList, countSchema } from '#server/lists/list-answer.ts'
import { idOf, repeatableOf, versionOf } from '#server/requests.ts'
import { countSettlements, settlementColumns, settlementListing } from './list.ts'
import { previewOf, settlementDates } from './preview.ts'
import type { MakeStatement } from './statement-file.ts'
import { settlementStoreOf } from './store.ts'
import { truckExists } from './exists.ts'

const tags = ['Settlements']

const previewQuery = z.object({
  truckId: requiredReference('Truck', 'trucks').schema,
  settlementDate: day('Settlement Date').schema.optional(),
  today: day('Today').schema,
})

/** Reads an account's settings: they head its statements. */
export type ReadCompany = (userId: string) => Promise<Company | UnsavedCompany>

export function settlementRoutes(
  app: FastifyInstance,
  database: Database,
  readCompany: ReadCompany,
  makeStatement: MakeStatement,
): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const store = (userId: string) => settlementStoreOf(database, userId)

  api.get(
    '/api/billing',
    { schema: { tags, querystring: listQuerySchema } },
    async (request, reply) => {
      const [userId, query] = [accountOf(request), readListQuery(settlementColumns, request.query)]
      return answerList(reply, database, settlementListing, userId, query)
    },
  )

  api.get('/api/billing/count', { schema: countSchema(tags) }, async (request) => ({
    count: await countSettlements(
      database,
      accountOf(request),
      readListQuery(settlementColumns, request.query),
    ),
  }))

  api.get('/api/billing/:id', { schema: { tags } }, async (request, reply) => {
    const settlement = await store(accountOf(request)).get(idOf(request))
    return reply.header('etag', `"${settlement.version}"`).send(settlement)
  })

  api.post(
    '/api/billing',
    { schema: { tags, body: newSettlementSchema } },
    async (request, reply) => {
      const settlement = await store(accountOf(request)).create(request.body, repeatableOf(request))
      return reply.code(201).send(settlement)
    },
  )

  api.put('/api/billing/:id', { schema: { tags, body: changedSettlementSchema } }, (request) =>
    store(accountOf(request)).update(idOf(request), request.body, versionOf(request)),
  )

  api.post('/api/billing/:id/apply-rules', { schema: { tags } }, (request) =>
    store(accountOf(request)).deduct(idOf(request)),
  )

  api.delete('/api/billing/:id', { schema: { tags } }, async (request, reply) => {
    await store(accountOf(request)).remove(idOf(request))
    return reply.code(204).send()
  })

  api.post('/api/billing/:id/generate-pdf', { schema: { tags } }, async (request) => ({
    pdfUrl: await store(accountOf(request)).statementMade(idOf(request)),
  }))

  api.get('/api/billing/:id/statement.pdf', { schema: { tags } }, async (request, reply) => {
    const userId = accountOf(request)
    const settlement = await store(userId).get(idOf(request))
    const company = await readCompany(userId)
    const { name, pdf } = await makeStatement(database, userId, settlement, company)
    return (
      reply
        .type('application/pdf')
        // Browsers draw a PDF by a plugin of their own, which `object-src 'none'` would forbid.
        .header('content-security-policy', "frame-ancestors 'none'")
        .header('content-disposition', `inline; filename="${name}"`)
        .send(Buffer.from(pdf.buffer))
    )
  })

  api.get('/api/trucks/:id/settlement-dates', { schema: { tags } }, async (request) => {
    const userId = accountOf(request)
    const id = idOf(request)
    if (!(await truckExists(database, userId, id))) throw notFound()
    return settlementDates(database, userId, id)
  })

  api.get(
    '/api/settlements/preview',
    { schema: { tags, querystring: previewQuery } },
    async (request) => {
      const userId = accountOf(request)
      const { truckId, settlementDate, today } = request.query
      if (!(await truckExists(database, userId, truckId))) throw notFound()
      return previewOf(database, userId, truckId, settlementDate, today)
    },
  )
}
