/** The sample data of an account (SPEC C64, C65). */
import type { FastifyInstance } from 'fastify'
import {
  fillSampleSchema,
  removeSampleSchema,
  sampleRemovedSchema,
  sampleStateSchema,
} from '#core/sample/sample-data.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { fillWithSample } from './fill-sample.ts'
import { removeSample } from './remove-sample.ts'
import { readSampleState } from './sample-state.ts'

const path = '/api/sample-data'

export function sampleRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post, remove } = routesOf(app, 'Sample data')

  get(path, { access: 'admin', answer: sampleStateSchema }, ({ account }) =>
    readSampleState(database, account),
  )

  post(
    path,
    { access: 'admin', body: fillSampleSchema, answer: sampleStateSchema, status: 201 },
    ({ account, body: { today }, repeatable }) =>
      fillWithSample(database, account, today, repeatable),
  )

  remove(
    path,
    { access: 'admin', query: removeSampleSchema, answer: sampleRemovedSchema },
    ({ member, query: { changed } }) => removeSample(database, member, changed === 'keep'),
  )
}
