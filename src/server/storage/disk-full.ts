/** Rejects changes with 507 while the embedded database's disk is full (SPEC C30). Reading and logging in continue. */
import type { FastifyInstance } from 'fastify'
import { isChange } from './changes.ts'
import { RequestError } from '#server/errors.ts'

/** Rejects changes while the disk is full. Call it after `addAuth`, so that a request without a session still gets 401. */
export function rejectOnFullDisk(
  app: FastifyInstance,
  findShortage: (bytes: number) => string | undefined,
): void {
  app.decorate('findShortage', findShortage)
  app.addHook('onRequest', async (request) => {
    if (request.is404 || !isChange(request)) return
    const shortage = findShortage(Number(request.headers['content-length'] ?? 0))
    if (shortage) throw new RequestError(507, shortage)
  })
}
