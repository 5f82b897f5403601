/** Puts the server together. `main.ts` listens; tests send requests into it without a port. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { settlementCsvColumns } from '#core/csv-settlements.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { addGate } from './accounts/gate.ts'
import { addTurns } from './accounts/turns.ts'
import { auditRoutes, exportedAudit } from './audit/routes.ts'
import { recordTransfers } from './audit/transfers.ts'
import { companyRoutes } from './company/routes.ts'
import { logoRoutes } from './company/logo-routes.ts'
import { logoFiles } from './company/logo-store.ts'
import { companyStoreOf } from './company/store.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Database, Work } from './database/open.ts'
import { entityRoutes } from './entities/routes.ts'
import { answerError, badInput } from './errors.ts'
import { healthRoutes } from './health.ts'
import { balanceRoutes } from './settlements/balance-routes.ts'
import { driftRoutes } from './settlements/drift-routes.ts'
import { waitingRoutes } from './settlements/waiting-routes.ts'
import { lifeRoutes } from './settlements/life-routes.ts'
import { lineRoutes } from './settlements/line-routes.ts'
import { runRoutes } from './settlements/run-routes.ts'
import { ruleRoutes } from './settlements/rule-routes.ts'
import { searchRoutes } from './search/routes.ts'
import { settlementColumns, settlementListing } from './settlements/list.ts'
import { settlementRoutes } from './settlements/routes.ts'
import { yearRoutes } from './settlements/year-routes.ts'
import { statementMaker } from './settlements/statement-file.ts'
import { trialStatement } from './settlements/statement-trial.ts'
import { printInTurn } from './settlements/statement-turns.ts'
import { openPrinter } from './settlements/statement-printer.ts'
import { transferRoutes } from './transfer/routes.ts'
import { downloads } from './slots.ts'
import { streamSnapshot } from './database/snapshot.ts'
import { zipOf } from './transfer/zip.ts'
import { zipCodeRoutes } from './zip-codes/routes.ts'
import { webRoutes } from './web-files.ts'

const BODY_LIMIT = 1024 * 1024
/** Fastify's own default lets a client that sends a byte a minute keep its connection for ever. */
const LONGEST_REQUEST_MS = 5 * 60 * 1000
/** A head is small: whoever needs longer for it only keeps connections open. */
const LONGEST_HEAD_MS = 10 * 1000

export type AppSettings = {
  /** How many proxies of one's own stand in front. */
  trustProxy: number | false
  logLevel: string
  /** Who gets the lines of the log; standard output where nobody is named. */
  logTo?: { write(line: string): void }
}

export async function buildApp(
  database: Database,
  settings: AppSettings,
): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: trustIn(settings.trustProxy),
    requestTimeout: LONGEST_REQUEST_MS,
    // One of its own among all copies and restarts: by it a person's answer is found in the log.
    genReqId: () => randomBytes(8).toString('hex'),
    http: { headersTimeout: LONGEST_HEAD_MS, connectionsCheckingInterval: LONGEST_HEAD_MS / 2 },
    logger: {
      level: settings.logLevel,
      ...(settings.logTo ? { stream: settings.logTo } : {}),
      redact: ['req.headers.cookie', 'req.headers.authorization'],
    },
    return503OnClosing: false,
    // A path that cannot be decoded is nobody's: answered like the rest, in JSON.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    routerOptions: { maxParamLength: 200 },
  })
  app.setErrorHandler(answerError)
  app.setValidatorCompiler(({ schema }) => checkBy(schema as unknown as z.ZodType))
  app.removeContentTypeParser('text/plain')
  // Answers are described by their schemas, not written through them: that would halve the speed.
  app.setSerializerCompiler(() => JSON.stringify)

  await app.register(cookie)
  await app.register(helmet, securityHeaders)
  await app.register(compress, { threshold: 1024 })
  await app.register(swagger, { openapi: { info: API_INFO }, transform: jsonSchemaTransform })
  addGate(app, database)
  addTurns(app)
  app.addHook('onSend', async (_request, reply) => {
    // Whatever does not say how long it lasts, however its path is spelt. The web's files do say it.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })

  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  healthRoutes(app, database)
  accountRoutes(app, database)
  sessionRoutes(app, database)
  entityRoutes(app, database)
  const readCompany = (userId: string) => companyStoreOf(database, userId).get()
  const printer = openPrinter()
  const print = printInTurn(printer)
  app.addHook('onClose', () => printer.close())
  const makeStatement = statementMaker(print)
  settlementRoutes(app, database, readCompany, makeStatement)
  lifeRoutes(app, database, readCompany)
  yearRoutes(app, database)
  lineRoutes(app, database)
  runRoutes(app, database, readCompany, makeStatement, (userId, files) =>
    streamSnapshot(database, (work) => zipOf(files(work)), downloads.take(userId)),
  )
  ruleRoutes(app, database)
  balanceRoutes(app, database)
  driftRoutes(app, database)
  waitingRoutes(app, database)
  companyRoutes(app, database)
  await logoRoutes(app, database, (userId, logo) => print(userId, trialStatement(logo)))
  dashboardRoutes(app, database)
  searchRoutes(app, database)
  auditRoutes(app, database)
  recordTransfers(app, database)
  await transferRoutes(app, database, { ...otherFiles, makeStatement })
  zipCodeRoutes(app)
  await webRoutes(app, path.join(import.meta.dirname, '../../dist/web'))
  return app
}

const exportedSettlements = {
  name: 'billing',
  file: 'settlements',
  title: 'Settlements',
  listed: settlementListing,
  columns: settlementCsvColumns,
  kinds: settlementColumns,
}

const otherFiles = {
  settlements: exportedSettlements,
  audit: exportedAudit,
  logoFiles,
  readCompany: (work: Work, userId: string) => companyStoreOf(work, userId).get(),
}

const API_INFO = { title: 'Haulbook', version: '1' }

const securityHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Radix and React set style attributes, which a strict style-src would refuse.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' as const },
}

/** Each of one's own proxies adds an entry to X-Forwarded-For: what stands left of theirs anybody can have written. */
function trustIn(proxies: number | false) {
  return proxies ? (_address: string, hop: number) => hop < proxies : false
}

function checkBy(schema: z.ZodType) {
  return (data: unknown) => {
    const result = schema.safeParse(data)
    return result.success ? { value: result.data } : { error: badInput(result.error) }
  }
}
