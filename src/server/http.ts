/** The HTTP server before it has any route: its limits, its log, what every answer carries. */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sendError, badInput } from './errors.ts'

const BODY_LIMIT = 1024 * 1024
/** Fastify's own default lets a client that sends a byte a minute keep its connection for ever. */
const LONGEST_REQUEST_MS = 5 * 60 * 1000
/** A head is small: whoever needs longer for it only keeps connections open. */
const LONGEST_HEAD_MS = 10 * 1000

export type HttpSettings = {
  /** How many proxies of one's own stand in front. */
  trustProxy: number | false
  logLevel: string
  /** Who gets the lines of the log; standard output where nobody is named. */
  logTo?: { write(line: string): void }
}

/** Ready for hooks and routes; it listens nowhere yet. */
export async function openHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify(serverOptions(settings))
  app.setErrorHandler(sendError)
  app.setValidatorCompiler(({ schema }) => checkBy(schema as unknown as z.ZodType))
  app.removeContentTypeParser('text/plain')
  // Answers are described by their schemas, not written through them: that would halve the speed.
  app.setSerializerCompiler(() => JSON.stringify)

  await app.register(cookie)
  await app.register(helmet, securityHeaders)
  await app.register(compress, { threshold: 1024 })
  await app.register(swagger, { openapi: { info: API_INFO }, transform: jsonSchemaTransform })
  return app
}

function serverOptions({ trustProxy, logLevel, logTo }: HttpSettings) {
  return {
    bodyLimit: BODY_LIMIT,
    trustProxy: readTrustProxy(trustProxy),
    requestTimeout: LONGEST_REQUEST_MS,
    // One of its own among all copies and restarts: by it a person's answer is found in the log.
    genReqId: () => randomBytes(8).toString('hex'),
    http: { headersTimeout: LONGEST_HEAD_MS, connectionsCheckingInterval: LONGEST_HEAD_MS / 2 },
    logger: {
      level: logLevel,
      ...(logTo ? { stream: logTo } : {}),
      redact: ['req.headers.cookie', 'req.headers.authorization'],
    },
    return503OnClosing: false,
    // A path that cannot be decoded is nobody's: answered like the rest, in JSON.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    routerOptions: { maxParamLength: 200 },
  } satisfies FastifyHttpOptions<Server>
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
function readTrustProxy(proxies: number | false) {
  return proxies ? (_address: string, hop: number) => hop < proxies : false
}

function checkBy(schema: z.ZodType) {
  return (data: unknown) => {
    const result = schema.safeParse(data)
    return result.success ? { value: result.data } : { error: badInput(result.error) }
  }
}
