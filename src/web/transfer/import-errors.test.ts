import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { describeImportError, isFileError, listCellErrors } from './import-errors.ts'

test.each([
  [400, true],
  [413, true],
  [415, true],
  [422, false],
  [503, false],
  [0, false],
])('B51 An error of status %i is about the file: %s', (status, about) => {
  expect(isFileError(new ApiError(status, '', undefined))).toBe(about)
})

test('B51 Cell errors are taken from the response', () => {
  const errors = [{ line: 4, column: 'Truck', message: 'Truck “T-9” was not found' }]
  const causes = [{ column: 'Truck', message: 'Truck was not found', count: 3, lines: [4, 5, 6] }]
  const error = new ApiError(400, '', { errors, errorCount: 3, causes })
  expect(listCellErrors(error)).toEqual({ errors, errorCount: 3, causes })
  expect(listCellErrors(new ApiError(400, '', { message: 'Not a CSV file.' }))).toBeUndefined()
  expect(listCellErrors(null)).toBeUndefined()
})

test('B52 After a lost response the file can be imported again', () => {
  const lost = new ApiError(0, "Can't reach the server.", undefined)
  expect(describeImportError(lost)).toBe('Connection lost. Import again; nothing is duplicated.')
  const saved = new ApiError(422, '', undefined)
  expect(describeImportError(saved)).toContain('Your earlier import finished')
  expect(describeImportError(new ApiError(409, 'Busy', undefined))).toBe('Busy')
})
