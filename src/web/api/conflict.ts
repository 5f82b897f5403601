import { ApiError } from './client.ts'

/**
 * The record that someone else saved first; null for any other error. A 412 contains the record (SPEC B22).
 * A 409 contains at most its id, so `read` fetches it (SPEC B27, B36).
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
