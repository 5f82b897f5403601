/** What was read from the rate confirmations of loads (SPEC C126), and layouts that members taught by pointing (SPEC C147). */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { accuracySchema } from '#core/confirmations/accuracy.ts'
import {
  confirmedTotalSchema,
  keptReadingSchema,
  typedTotalSchema,
} from '#core/confirmations/kept-reading.ts'
import { newLayoutSchema, storedLayoutSchema } from '#core/confirmations/taught/taught-layout.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readAccuracy } from './accuracy.ts'
import { readConfirmedTotal, saveReading, typeTotal } from './readings.ts'
import { forgetLayout, listLayouts, teachLayout } from './taught-layouts.ts'

const layouts = '/api/taught-layouts'

export function confirmationRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post, put, remove } = routesOf(app, 'Documents')

  put(
    '/api/documents/:id/reading',
    {
      access: 'loads',
      body: keptReadingSchema,
      description: 'Stores what was read from a rate confirmation.',
    },
    ({ member, id, body }) => saveReading(database, member, id, body),
  )

  put(
    '/api/documents/:id/total',
    {
      access: ['loads', 'revenue'],
      body: typedTotalSchema,
      description: 'Stores the total that a person read on a rate confirmation.',
    },
    ({ member, id, body }) => typeTotal(database, member, id, body.total),
  )

  get(
    '/api/loads/:id/confirmation',
    {
      access: 'revenue',
      answer: confirmedTotalSchema,
      description: "The total that was read from the load's newest rate confirmation.",
    },
    ({ member, id }) => readConfirmedTotal(database, member, id),
  )

  get(
    '/api/brokers/:id/readings',
    {
      access: 'loads',
      answer: accuracySchema,
      description: "How many values of the broker's confirmations were read correctly this month.",
    },
    ({ account, id }) => readAccuracy(database, account, id),
  )

  get(
    layouts,
    {
      access: 'loads',
      answer: z.array(storedLayoutSchema),
      description: 'Layouts of rate confirmations that members taught by pointing at values.',
    },
    ({ account }) => listLayouts(database, account),
  )

  post(
    layouts,
    {
      access: 'loads',
      body: newLayoutSchema,
      answer: storedLayoutSchema,
      description: 'Adds fields to a layout, or adds a new layout.',
    },
    ({ account, body }) => teachLayout(database, account, body),
  )

  remove(
    `${layouts}/:id`,
    { access: 'loads', description: 'Forgets a layout.' },
    ({ account, id }) => forgetLayout(database, account, id),
  )
}
