/** Rejects changes of an account that has used its quota, with 507 (SPEC C31). Deleting and reading continue. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeFullAccount } from '#core/storage/storage.ts'
import type { Database } from '#server/database/open.ts'
import { isChange } from './changes.ts'
import { RequestError } from '#server/errors.ts'
import { addBytes, markChanged, readStoredBytes } from './store.ts'

/**
 * How many bytes one byte of a request takes as records with indexes. Until the next count, too high is better than too low:
 * an import of 32 MB takes some 300 MB.
 */
const GROWTH: Record<string, number> = { 'application/json': 4, 'text/csv': 10 }

export function addQuota(app: FastifyInstance, database: Database, quota: number): void {
  app.addHook('preHandler', async (request) => {
    const userId = request.member?.accountId
    if (!userId || !isChange(request) || request.routeOptions.config.reservesSpace) return
    if (await isDeletion(request)) return markChanged(database, userId)
    await reserveBytes(database, userId, estimateBytes(request), quota)
  })
}

/** Throws 507. `returnBytes` returns what is not stored in the end. */
export async function reserveBytes(
  database: Database,
  userId: string,
  bytes: number,
  quota: number,
): Promise<void> {
  if (await addBytes(database, userId, bytes, quota)) return
  // The account may not have been counted yet.
  const { usedBytes } = await readStoredBytes(database, userId)
  if (usedBytes + bytes <= quota && (await addBytes(database, userId, bytes, quota))) return
  throw new RequestError(507, describeFullAccount(usedBytes, quota))
}

async function isDeletion(request: FastifyRequest): Promise<boolean> {
  const { method, body } = request
  const isBulkDeletion =
    typeof body === 'object' && body !== null && 'delete' in body && body.delete === true
  if (method === 'DELETE' || isBulkDeletion) return true
  return (await request.routeOptions.config.onlyDeletes?.(request)) ?? false
}

function estimateBytes({ headers, body }: FastifyRequest): number {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const bytes = Number(headers['content-length'] ?? countBodyBytes(body))
  return bytes * (GROWTH[type.trim().toLowerCase()] ?? 1)
}

/** For a body sent in chunks, which has no Content-Length. */
function countBodyBytes(body: unknown): number {
  const isFile = Buffer.isBuffer(body) || body instanceof SharedArrayBuffer
  return isFile ? body.byteLength : Buffer.byteLength(JSON.stringify(body ?? ''))
}
