/** Queues the requests that hash a password, 50 ms of two cores each (SPEC C39). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/database/open.ts'
import { createQueue } from '#server/queue.ts'
import { isKnownNetwork } from './known-networks.ts'
import { lookUp } from './look-ups.ts'
import { toTurns } from './network.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Why the route hashes a password. */
    hashes?: 'login' | 'second-step' | 'sign-up' | 'change'
  }
  interface FastifyRequest {
    /** The person with this email has logged in from this network before. Only at a login. */
    fromKnownNetwork: boolean
  }
}

/** Two passwords are hashed at once. Two more requests do their queries meanwhile. */
const PLACES = { maxRunning: 4, maxWaiting: 250, maxWaitMs: 5_000 }

const places = new WeakMap<FastifyRequest, () => void>()

/**
 * Five kinds of requests take turns, so that none can starve another: logins from known networks, other logins, second
 * steps of logins, sign-ups, and changes by signed-in users. Within one kind networks take turns, within a network emails.
 */
export function addPasswordQueue(app: FastifyInstance, database: Database): void {
  const queue = createQueue(PLACES)
  app.decorateRequest('fromKnownNetwork', false)

  app.addHook('preHandler', async (request) => {
    const { hashes } = request.routeOptions.config
    // A route that calls the not-found handler runs this hook a second time.
    if (!hashes || places.has(request)) return
    const { member, ip } = request
    if (member) return void places.set(request, await queue([hashes, member.personId, '']))
    const { email = '' } = request.body as { email?: string }
    if (hashes === 'login')
      request.fromKnownNetwork = await lookUp(ip, email, () => isKnownNetwork(database, email, ip))
    const kind = request.fromKnownNetwork ? 'known' : hashes
    places.set(request, await queue([kind, ...toTurns(ip), email]))
  })
  app.addHook('onSend', async (request) => endHashing(request))
}

/** Frees the request's place before its response. */
export function endHashing(request: FastifyRequest): void {
  places.get(request)?.()
}
