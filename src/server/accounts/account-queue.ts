/** Queues the requests of one account, and logins from one network, so that they cannot crowd out the others. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createQueue } from '#server/queue.ts'
import { toNetwork } from './network.ts'

/** A screen sends about four requests. With two connections each they leave part of the pool to other accounts. */
const PER_ACCOUNT = { atOnce: 4, waiting: 250 }
/** Checking a password takes 50 ms, so ten do not noticeably delay a login. */
const PER_NETWORK = { atOnce: 10, waiting: 250 }

/** A request holds its place from when it was read until its response begins. Downloads have their own limit. */
export function addAccountQueue(app: FastifyInstance): void {
  const [accounts, networks] = [createQueue(PER_ACCOUNT), createQueue(PER_NETWORK)]
  const running = new WeakMap<FastifyRequest, () => void>()

  app.addHook('preHandler', async (request) => {
    // Without a session only logins and sign-ups cost work.
    if (!request.user && request.method !== 'POST') return
    // A route that calls the not-found handler runs this hook a second time.
    if (running.has(request)) return
    const { user, ip } = request
    running.set(request, await (user ? accounts(user.id) : networks(toNetwork(ip))))
  })
  app.addHook('onSend', async (request) => running.get(request)?.())
}
