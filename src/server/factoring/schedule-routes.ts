/** Schedules of accounts (SPEC C212, C217). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newScheduleSchema, voidFactoringSchema } from '#core/factoring/requests.ts'
import { scheduleDetails, scheduleResponse } from '#core/factoring/responses.ts'
import { reportLines } from '#core/transfer/report.ts'
import type { Database } from '#server/database/open.ts'
import { routesOf } from '#server/routes.ts'
import type { PrintFor } from '#server/statements/printer/queue.ts'
import { addReport } from '#server/streaming/report-routes.ts'
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

const ofFactor = '/api/factors/:id/schedules'
const path = '/api/factor-schedules/:id'
const reads = 'invoices'
const changes = 'billing'

export function scheduleRoutes(app: FastifyInstance, database: Database, print: PrintFor): void {
  const { get, post, put, remove } = routesOf(app, 'Factoring')

  get(
    ofFactor,
    { access: reads, answer: z.object({ schedules: z.array(scheduleResponse) }) },
    async ({ account, id }) => ({ schedules: await readSchedules(database, account, id) }),
  )

  post(
    ofFactor,
    { access: changes, body: newScheduleSchema, answer: scheduleDetails, status: 201 },
    async ({ account, id, body, repeatable }) => {
      const made = await createSchedule(database, account, id, body, repeatable)
      return readSchedule(database, account, made)
    },
  )

  get(path, { access: reads, answer: scheduleDetails }, ({ account, id }) =>
    readSchedule(database, account, id),
  )

  put(
    path,
    { access: changes, body: newScheduleSchema, answer: scheduleDetails },
    async ({ account, id, body, version }) => {
      await changeSchedule(database, account, id, body, version)
      return readSchedule(database, account, id)
    },
  )

  remove(path, { access: changes }, ({ account, id }) => deleteSchedule(database, account, id))

  post(`${path}/submit`, { access: changes, answer: scheduleDetails }, async ({ member, id }) => {
    await submitSchedule(database, member.accountId, id, member.personId)
    return readSchedule(database, member.accountId, id)
  })

  post(
    `${path}/void`,
    { access: changes, body: voidFactoringSchema, answer: scheduleDetails },
    async ({ account, id, body }) => {
      await voidSchedule(database, account, id, body)
      return readSchedule(database, account, id)
    },
  )

  get(
    `${path}/schedule.pdf`,
    { access: reads, description: 'The PDF. A draft is marked.' },
    async ({ account, id, reply }) => {
      await requireCompany(database, account)
      const { name, pdf } = await printSchedule(print, database, account, id)
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${name}"`)
        .send(Buffer.from(pdf))
    },
  )

  addReport(
    app,
    {
      tag: 'Factoring',
      path: `${path}/schedule`,
      access: ['invoices', 'export'],
      subject: 'factor_schedules',
      write: reportLines,
    },
    ({ account, id }) => buildScheduleFile(database, account, id),
  )
}
