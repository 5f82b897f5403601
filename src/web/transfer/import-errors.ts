import type { CellErrors } from '#core/transfer/import.ts'
import { ApiError } from '#web/api/client.ts'

/** Whether the file itself is the problem: broken, too large, or of another type. */
export function isFileError(error: Error): boolean {
  return isApiError(error) && [400, 413, 415].includes(error.status)
}

/** The errors of single cells, if the server found any. */
export function listCellErrors(error: Error | null): CellErrors | undefined {
  const body = (isApiError(error) && (error.body as Partial<CellErrors>)) || {}
  const { errors, errorCount, causes } = body
  return errors && errorCount && causes ? { errors, errorCount, causes } : undefined
}

/** The text of the toast for a failed import (SPEC B52). */
export function describeImportError(error: Error): string {
  if (!isApiError(error)) return error.message
  if (error.status === 422) return 'Your earlier import finished. Check the list first.'
  if (error.status > 0) return error.message
  return 'Connection lost. Import again; nothing is duplicated.'
}

function isApiError(error: Error | null): error is ApiError {
  return error instanceof ApiError
}
