/** Rejects requests that no client of the app sends, before their session is looked up (SPEC C33). */
import type { FastifyInstance } from 'fastify'
import { badField, RequestError } from './errors.ts'

const NOT_ENCODED = /^\s*(?:identity)?\s*$/i

/** Adds the checks to every route, unknown ones included. */
export function addRequestChecks(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    const encoding = headers['content-encoding']
    if (encoding !== undefined && !NOT_ENCODED.test(encoding)) {
      void reply.header('accept-encoding', 'identity')
      throw new RequestError(
        415,
        'The body is compressed. Send it as it is, without Content-Encoding',
      )
    }
    // Node keeps the first Host, but a proxy may have used the other one.
    if (countHosts(raw.rawHeaders) > 1) {
      throw new RequestError(400, 'The request has more than one Host header')
    }
  })
}

function countHosts(rawHeaders: string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

/** The error for a parameter that the schemas would ignore instead of rejecting it (SPEC S12). */
export function findPrototypeParameter(query: unknown): RequestError | undefined {
  if (typeof query !== 'object' || query === null || !Object.hasOwn(query, '__proto__')) return
  return badField('__proto__', 'There is no parameter "__proto__"')
}

/** Replaces "not valid JSON" for a body that is valid JSON with a name that would change an object's prototype. */
export function addJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const refusal = findNesting(body)
      if (refusal) return done(new RequestError(400, refusal))
      parseJson(request, body, (error, parsed) =>
        done(error && isJson(body) ? forbiddenName() : error, parsed),
      )
    },
  )
}

/**
 * A parser takes longest for a million levels or objects (SPEC C612). No request has more levels than a few. The most objects are the
 * 20,000 rows of a file for the checks of brokers.
 */
const DEEPEST = 50
const MOST_OBJECTS = 30_000
const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const OPENING = new Set([...'[{'].map((character) => character.charCodeAt(0)))
const CLOSING = new Set([...']}'].map((character) => character.charCodeAt(0)))

/** Why the body is not parsed; undefined if it is. Counts objects and lists. */
function findNesting(body: string): string | undefined {
  let depth = 0
  let objects = 0
  let isText = false
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (OPENING.has(code)) {
      if (++depth > DEEPEST) return 'The request body is nested too deeply'
      if (++objects > MOST_OBJECTS) return 'The request body has too many objects and lists'
    } else if (CLOSING.has(code)) depth--
  }
  return undefined
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

function forbiddenName(): RequestError {
  return new RequestError(
    400,
    'The names "__proto__" and "constructor.prototype" are not allowed in a request body',
  )
}
