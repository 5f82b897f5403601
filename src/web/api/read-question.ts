import { ApiError } from './client.ts'

/** The field that the server asks to confirm (SPEC C11); null for any other error. */
export function readQuestion(error: Error): string | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.body as { confirm?: string } | undefined)?.confirm ?? null
}
