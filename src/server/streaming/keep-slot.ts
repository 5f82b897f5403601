/** Keeps a slot for as long as a request uses the server. */
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Runs `work` and calls `leave` once both it and the response have ended. A client that disconnects does not end the work: it
 * would get its slot back while the server is still busy with it.
 */
export async function keepSlot<Result>(
  reply: FastifyReply,
  leave: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  finished(reply.raw, () => resolve())
  try {
    return await work()
  } finally {
    void sent.then(leave)
  }
}
