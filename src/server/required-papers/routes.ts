/** Required papers: the company's rules, and those of a broker (SPEC C129). */
import type { FastifyInstance } from 'fastify'
import {
  changedRequiredPapersSchema,
  requiredPapersSchema,
} from '#core/required-papers/required-papers.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { readRequiredPapers, saveRequiredPapers } from './store.ts'

const company = '/api/required-papers'
const broker = '/api/brokers/:id/required-papers'
const COMPANY = null

export function requiredPapersRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, put } = routesOf(app, 'Required papers')
  const papers = { answer: requiredPapersSchema }
  const changed = { ...papers, body: changedRequiredPapersSchema }

  get(company, { access: 'office', ...papers }, ({ account }) =>
    readRequiredPapers(database, account, COMPANY),
  )

  put(company, { access: 'admin', ...changed }, ({ account, body, version }) =>
    saveRequiredPapers(database, account, COMPANY, body, version),
  )

  get(broker, { access: 'office', ...papers }, ({ account, id }) =>
    readRequiredPapers(database, account, id),
  )

  put(broker, { access: 'loads', ...changed }, ({ account, id, body, version }) =>
    saveRequiredPapers(database, account, id, body, version),
  )
}
