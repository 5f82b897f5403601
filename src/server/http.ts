/** The HTTP server without routes: limits, log, headers of every response. */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify'
import helmet from 'helmet'
import { z } from 'zod'
import { sendError, badInput } from './errors.ts'
import type { HostSettings } from './hosts.ts'
import type { MailServer } from './mail/mail-server.ts'
import { addJsonParser, addRequestChecks, findPrototypeParameter } from './reject-requests.ts'

const BODY_LIMIT = 1024 * 1024
/** Fastify's default lets a client that sends one byte per minute keep its connection forever. */
const LONGEST_REQUEST_MS = 5 * 60 * 1000
/** Headers are small: a client that takes longer only holds connections open. */
const LONGEST_HEAD_MS = 10 * 1000

export type HttpSettings = HostSettings & {
  logLevel: string
  /** Why a change whose body has `bytes` can't be stored now; only with the embedded database. */
  findShortage?: ((bytes: number) => string | undefined) | undefined
  /** The quota of each account. */
  accountQuotaMb?: number | undefined
  /** The operator's mail server. Undefined: email is not set up. */
  mailServer?: MailServer | undefined
  /** Receives the log's lines; default: standard output. */
  logTo?: { write(line: string): void }
}

/** Returns a server that is ready for hooks and routes and does not listen yet. */
export async function openHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const app = Fastify(serverOptions(settings))
  app.setErrorHandler(sendError)
  app.setValidatorCompiler(({ schema, httpPart }) =>
    checkBy(schema as unknown as z.ZodType, httpPart),
  )
  app.removeAllContentTypeParsers()
  addJsonParser(app)
  addRequestChecks(app)
  // Schemas document the responses but do not serialize them, which would halve the speed.
  app.setSerializerCompiler(() => JSON.stringify)

  await app.register(cookie)
  const setSecurityHeaders = helmet(securityHeaders)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('permissions-policy', NO_PERMISSIONS)
    setSecurityHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined))
  })
  await app.register(compress, { threshold: 1024, globalDecompression: false })
  return app
}

/** Keeps Fastify from loading its own compilers: the server sets other compilers before the first route. */
const notNeeded = (): never => {
  throw new Error('The server compiles no JSON schema')
}

function serverOptions({ trustProxy, logLevel, logTo }: HttpSettings) {
  return {
    bodyLimit: BODY_LIMIT,
    trustProxy: readTrustProxy(trustProxy),
    requestTimeout: LONGEST_REQUEST_MS,
    // Unique across instances and restarts: it finds the log lines of a response.
    genReqId: () => randomUUID().replaceAll('-', '').slice(-16),
    http: { headersTimeout: LONGEST_HEAD_MS, connectionsCheckingInterval: LONGEST_HEAD_MS / 2 },
    logger: {
      level: logLevel,
      ...(logTo ? { stream: logTo } : {}),
      serializers: { req: describeRequest },
      // PostgreSQL's detail quotes the values of the row that it rejected. The packet is a request that is not HTTP.
      redact: ['err.detail', 'err.rawPacket'],
    },
    return503OnClosing: false,
    schemaController: {
      compilersFactory: { buildValidator: notNeeded, buildSerializer: notNeeded },
    },
    // A path that cannot be decoded has no route. Its response is JSON like all others.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    // Longer than any path that Node accepts: the route decides on the response, usually 404.
    routerOptions: { maxParamLength: 64 * 1024 },
  } satisfies FastifyHttpOptions<Server>
}

/** The path without its query: no log records what a user searches for (SPEC S27). */
function describeRequest({ method, url, host, ip, socket }: FastifyRequest) {
  const [path] = url.split('?')
  return { method, url: path, host, remoteAddress: ip, remotePort: socket.remotePort }
}

const securityHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Radix and React set style attributes, which a strict style-src would block.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' as const },
  xFrameOptions: { action: 'deny' as const },
}

/** Features of the browser that no page uses. Copying to the clipboard stays allowed. */
const NO_PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .join(', ')

/** Each of your proxies adds an entry to X-Forwarded-For. Anyone can forge the entries before those. */
function readTrustProxy(proxies: number | false) {
  return proxies ? (_address: string, hop: number) => hop < proxies : false
}

function checkBy(schema: z.ZodType, httpPart: string | undefined) {
  return (data: unknown) => {
    const error = httpPart === 'querystring' ? findPrototypeParameter(data) : undefined
    if (error) return { error }
    const result = schema.safeParse(data)
    return result.success ? { value: result.data } : { error: badInput(result.error) }
  }
}
