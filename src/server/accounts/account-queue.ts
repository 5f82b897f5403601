/** Queues the requests of one account, so that they cannot delay those of others. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createQueue } from '#server/queue.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route limits by itself how many of its requests run, and takes no place of the account. */
    ownSlots?: boolean
  }
}

/** A screen sends about four requests. With two connections each they leave part of the pool to other accounts. */
const PER_ACCOUNT = { atOnce: 4, waiting: 250 }

/** A request holds its place from when it was read until its response begins. Downloads have their own limit. */
export function addAccountQueue(app: FastifyInstance): void {
  const accounts = createQueue(PER_ACCOUNT)
  const running = new WeakMap<FastifyRequest, () => void>()

  app.addHook('preHandler', async (request) => {
    // A route that calls the not-found handler runs this hook a second time.
    if (!request.member || running.has(request) || request.routeOptions.config.ownSlots) return
    running.set(request, await accounts(request.member.accountId))
  })
  app.addHook('onSend', async (request) => running.get(request)?.())
}
