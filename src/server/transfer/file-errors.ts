/** Why a whole file is not imported (SPEC B51). */
import { pluralize } from '#core/pluralize.ts'
import { RequestError } from '#server/errors.ts'
import { toCellErrors, type ErrorList } from './error-list.ts'

export function noRows(): RequestError {
  return new RequestError(400, 'The file has no rows below the heading')
}

export function invalidRows(errors: ErrorList): RequestError {
  const message = `${pluralize(errors.errorCount, 'error')} found; nothing was imported`
  return new RequestError(400, message, { more: toCellErrors(errors) })
}
