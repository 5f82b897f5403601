import { ApiError } from './client.ts'

/**
 * The record as somebody else has saved it first; null where the failure is another one. A 412 brings
 * it along (SPEC B22); a 409 names at most its id, by which `read` may find it (SPEC B27, B36).
 */
export async function conflictFrom<Stored>(
  error: Error,
  read: (id: number | undefined) => Promise<Stored | null> = () => Promise.resolve(null),
): Promise<Stored | null> {
  if (!(error instanceof ApiError)) return null
  const body = error.body as { current?: Stored; id?: number } | undefined
  if (error.status === 412) return body?.current ?? null
  if (error.status !== 409) return null
  return read(body?.id).catch(() => null)
}
