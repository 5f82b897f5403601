/** Schedules of accounts (SPEC C212, C217). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { newScheduleSchema, voidFactoringSchema } from '#core/factoring/requests.ts'
import { scheduleDetails, scheduleResponse } from '#core/factoring/responses.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { readId, readIdempotency, readVersion } from '#server/requests.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { attachment } from '#server/streaming/attachment.ts'
import { requireCompany } from '#server/settings/company.ts'
import { printSchedule } from './print-schedule.ts'
import { readSchedule, readSchedules } from './read-schedules.ts'
import { buildScheduleFile } from './schedule-file.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  submitSchedule,
  voidSchedule,
} from './schedules.ts'

const tags = ['Factoring']
const path = '/api/factor-schedules'
const list = z.object({ schedules: z.array(scheduleResponse) })

export function scheduleRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const reads = { access: 'invoices' } as const
  const changes = { access: 'billing' } as const
  const details = { tags, response: { 200: scheduleDetails } }

  api.get(
    '/api/factors/:id/schedules',
    { schema: { tags, response: { 200: list } }, config: reads },
    async (request) => ({
      schedules: await readSchedules(database, requireAccount(request), readId(request)),
    }),
  )

  api.post(
    '/api/factors/:id/schedules',
    {
      schema: { tags, body: newScheduleSchema, response: { 201: scheduleDetails } },
      config: changes,
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const key = readIdempotency(request)
      const id = await createSchedule(database, userId, readId(request), request.body, key)
      return reply.code(201).send(await readSchedule(database, userId, id))
    },
  )

  api.get(`${path}/:id`, { schema: details, config: reads }, async (request, reply) => {
    const schedule = await readSchedule(database, requireAccount(request), readId(request))
    return reply.header('etag', `"${schedule.version}"`).send(schedule)
  })

  api.put(
    `${path}/:id`,
    { schema: { ...details, body: newScheduleSchema }, config: changes },
    async (request) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      await changeSchedule(database, userId, id, request.body, readVersion(request))
      return readSchedule(database, userId, id)
    },
  )

  api.delete(
    `${path}/:id`,
    { schema: { tags, response: { 204: z.undefined() } }, config: changes },
    async (request, reply) => {
      await deleteSchedule(database, requireAccount(request), readId(request))
      return reply.code(204).send()
    },
  )

  api.post(`${path}/:id/submit`, { schema: details, config: changes }, async (request) => {
    const [userId, id] = [requireAccount(request), readId(request)]
    await submitSchedule(database, userId, id, requireMember(request).personId)
    return readSchedule(database, userId, id)
  })

  api.post(
    `${path}/:id/void`,
    { schema: { ...details, body: voidFactoringSchema }, config: changes },
    async (request) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      await voidSchedule(database, userId, id, request.body)
      return readSchedule(database, userId, id)
    },
  )

  api.get(
    `${path}/:id/schedule.pdf`,
    { schema: { tags, description: 'The PDF. A draft is marked.' }, config: reads },
    async (request, reply) => {
      const userId = requireAccount(request)
      await requireCompany(database, userId)
      const { name, pdf } = await printSchedule(print, database, userId, readId(request))
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${name}"`)
        .send(Buffer.from(pdf))
    },
  )

  api.get(
    `${path}/:id/schedule.csv`,
    {
      schema: { tags },
      config: {
        access: ['invoices', 'export'],
        audited: { action: 'exported', subject: 'factor_schedules' },
      },
    },
    async (request, reply) => {
      const userId = requireAccount(request)
      const { name, text } = await buildScheduleFile(database, userId, readId(request))
      return reply.headers(attachment(name, 'csv')).send(text)
    },
  )
}
