/**
 * A route is one declaration: its path, who may use it, what comes in and what goes out. The handler gets what the
 * request says, read and checked: `post('/api/invoices/:id/void', { access: 'billing', body: voidSchema, answer }, ({ account,
 * id, version, body }) => …)`.
 */
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify'
import { z } from 'zod'
import type { Access } from '#core/team/access.ts'
import type { Member } from '#core/team/member.ts'
import { requireMember } from './accounts/auth.ts'
import type { Repeatable } from './database/idempotency.ts'
import { readId, readIdempotency, readOperation, readVersion } from './requests.ts'

/** What a request says. Each value is read, and its error thrown, when the handler takes it. */
export type Call<Body = unknown, Query = unknown> = {
  readonly member: Member
  /** The account's id. */
  readonly account: string
  /** Who changes what: for the log and for rules about persons. */
  readonly requester: { userId: string; personId: string }
  /** The `:id` of the path. 404 if it is no id (SPEC B10). */
  readonly id: number
  /** Another id of the path, such as `:charge`. */
  readonly idOf: (name: string) => number
  /** The If-Match header, undefined without one (SPEC B22). */
  readonly version: number | undefined
  /** The Idempotency-Key with path and body (SPEC B23). */
  readonly repeatable: Repeatable
  /** The operation that can be undone as a whole (SPEC C43). */
  readonly operation: string
  readonly body: Body
  readonly query: Query
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Declared<Body, Query, Answer> = {
  /** The permissions that a member needs, or 'open' for a route without a session (SPEC C72). */
  access: Access | 'open'
  body?: z.ZodType<Body>
  query?: z.ZodType<Query>
  /** The JSON of the answer. Without it the handler returns nothing. A GET whose answer has a version also gets it as ETag. */
  answer?: z.ZodType<Answer>
  /** 201 for what was created. 204 if there is neither an answer nor this. */
  status?: 200 | 201 | 202
  /** For the API's description. */
  description?: string
  /** The types of a file that the route sends. */
  produces?: readonly string[]
  /** The types of a file that is the body. */
  consumes?: readonly string[]
  /** What else the server must know about the route. */
  config?: Omit<FastifyContextConfig, 'access' | 'open'>
  /** Hooks and limits of this route alone. */
  options?: Omit<RouteShorthandOptions, 'schema' | 'config'>
}

type Handler<Body, Query, Answer> = (
  call: Call<Body, Query>,
) => Answer | FastifyReply | Promise<Answer | FastifyReply>

type Add = <Body = unknown, Query = unknown, Answer = void>(
  path: string,
  declared: Declared<Body, Query, Answer>,
  // NoInfer: an answer with fewer values than described does not compile.
  handle: Handler<Body, Query, NoInfer<Answer>>,
) => void

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', remove: 'DELETE' } as const

/** Of routes without a session, whose bodies are a login, a sign-up or an invitation. */
const OPEN_BODY_LIMIT = 16 * 1024

/** A reply that is awaited is undefined, also after its client broke it off: `sent` is false then. */
function hasAnswered(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.headersSent || reply.raw.destroyed
}

/** `tag`: the chapter of the API's description. A handler that answers by itself returns the reply. */
export function routesOf(app: FastifyInstance, tag: string): Record<keyof typeof METHODS, Add> {
  const add =
    (method: (typeof METHODS)[keyof typeof METHODS]): Add =>
    (path, declared, handle) => {
      const { access, status, answer, config, options } = declared
      app.route({
        ...(access === 'open' && declared.body ? { bodyLimit: OPEN_BODY_LIMIT } : {}),
        ...options,
        method,
        url: path,
        schema: { tags: [tag], ...describe(method, declared) },
        config: { ...config, ...(access === 'open' ? { open: true } : { access }) },
        handler: async (request, reply) => {
          const answered = await handle(readCall(request, reply) as Call<never, never>)
          if (answered === undefined && hasAnswered(reply)) return reply
          if (answered === undefined && !answer) return reply.code(status ?? 204).send()
          if (method === 'GET') addVersion(reply, answered)
          return reply.code(status ?? 200).send(answered)
        },
      })
    }
  return {
    get: add(METHODS.get),
    post: add(METHODS.post),
    put: add(METHODS.put),
    remove: add(METHODS.remove),
  }
}

function describe<Body, Query, Answer>(method: string, declared: Declared<Body, Query, Answer>) {
  const { body, query, answer, status = 200, description, produces, consumes } = declared
  return {
    ...(description ? { description } : {}),
    ...(produces ? { produces: [...produces] } : {}),
    ...(consumes ? { consumes: [...consumes] } : {}),
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
    ...(answer ? { response: { [status]: answer } } : {}),
    ...(!answer && method === METHODS.remove ? { response: { 204: z.undefined() } } : {}),
  }
}

function addVersion(reply: FastifyReply, answered: unknown): void {
  const { version } = (answered ?? {}) as { version?: unknown }
  if (typeof version === 'number') void reply.header('etag', `"${version}"`)
}

function readCall(request: FastifyRequest, reply: FastifyReply): Call {
  return {
    request,
    reply,
    query: request.query,
    idOf: (name) => readId(request, name),
    // A body may be a file of many megabytes: only the request holds it, and may let go of it.
    get body() {
      return request.body
    },
    get member() {
      return requireMember(request)
    },
    get account() {
      return requireMember(request).accountId
    },
    get requester() {
      const { accountId: userId, personId } = requireMember(request)
      return { userId, personId }
    },
    get id() {
      return readId(request)
    },
    get version() {
      return readVersion(request)
    },
    get repeatable() {
      return readIdempotency(request)
    },
    get operation() {
      return readOperation(request)
    },
  }
}

/** Options of a route whose handler checks the body by the member's role. Its schemas are for the API's description. */
export const checkedByHandler = { validatorCompiler: () => (value: unknown) => ({ value }) }
