/** Requests of one account, and logins from one place, take turns: however many there are, the others find theirs. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createQueue } from '#server/queue.ts'
import { toNetwork } from './network.ts'

/** A page of ours asks for about as many; two connections each leave some of the pool to everybody else. */
const OF_AN_ACCOUNT = { atOnce: 4, waiting: 250 }
/** Fewer than a person notices: a password takes 50 ms. */
const OF_A_NETWORK = { atOnce: 10, waiting: 250 }

/** From the moment a request was read until its answer begins: a download is bounded by itself. */
export function addAccountQueue(app: FastifyInstance): void {
  const [accounts, networks] = [createQueue(OF_AN_ACCOUNT), createQueue(OF_A_NETWORK)]
  const running = new WeakMap<FastifyRequest, () => void>()

  app.addHook('preHandler', async (request) => {
    // Signed out, only logins and sign-ups are any work.
    if (!request.user && request.method !== 'POST') return
    // A route that finds nothing hands the request on, and this hook comes a second time.
    if (running.has(request)) return
    const { user, ip } = request
    running.set(request, await (user ? accounts(user.id) : networks(toNetwork(ip))))
  })
  app.addHook('onSend', async (request) => running.get(request)?.())
}
