/** Queues the requests of one account, so that they cannot delay the requests of other accounts. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Member } from '#core/team/member.ts'
import { createQueue } from '#server/queue.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own limit, so its requests do not count toward the account's limit. */
    ownSlots?: boolean
  }
}

/** A screen sends about four requests. With two connections each they leave part of the pool to other accounts. */
const PER_ACCOUNT = { maxRunningEach: 4, maxWaiting: 250 }
/** All truck owners and drivers of an account leave one place to its office. */
const PER_PORTAL = { maxRunningEach: 3, maxWaiting: 250 }
/** The limits of one portal member, who leaves places to the other members. */
const PER_PORTAL_MEMBER = { maxRunningEach: 2, maxWaiting: 30 }

/** A request holds its place from when it was read until its response begins. Downloads have their own limit. */
export function addAccountQueue(app: FastifyInstance): void {
  const enter = createMemberQueue()
  const running = new WeakMap<FastifyRequest, () => void>()

  app.addHook('preHandler', async (request) => {
    // A route that calls the not-found handler runs this hook a second time.
    if (!request.member || running.has(request) || request.routeOptions.config.ownSlots) return
    running.set(request, await enter(request.member))
  })
  app.addHook('onSend', async (request) => running.get(request)?.())
}

type Sender = Pick<Member, 'accountId' | 'personId' | 'permissions'>

/** Waits for a place and returns the function that frees it. Throws 429 if too many wait. */
export function createMemberQueue(): (sender: Sender) => Promise<() => void> {
  const accounts = createQueue(PER_ACCOUNT)
  const portals = createQueue(PER_PORTAL)
  const portalMembers = createQueue(PER_PORTAL_MEMBER)

  return async ({ accountId, personId, permissions }) => {
    if (!permissions.has('portal')) return accounts([accountId, ''])
    return enterAll([
      () => portalMembers([`${accountId}:${personId}`, '']),
      () => portals([accountId, '']),
      () => accounts([accountId, '']),
    ])
  }
}

/** Waits in one queue after the other. If a queue rejects the request, its places in earlier queues are freed. */
async function enterAll(queues: (() => Promise<() => void>)[]): Promise<() => void> {
  const places: (() => void)[] = []
  const leave = () => places.forEach((free) => free())
  try {
    for (const enter of queues) places.push(await enter())
    return leave
  } catch (error) {
    leave()
    throw error
  }
}
